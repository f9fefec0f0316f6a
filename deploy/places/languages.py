"""Which of a place's names is the one in each language."""

import collections
import unicodedata

import hangul
import sources

LANGUAGES = ["ja", "zh-Hans", "zh-Hant", "ko", "de", "fr", "es", "en"]

# Names that the rules below would choose wrongly, and rows of quarters that have the people of the whole municipality.
# Those rows get its name where they lie at its centre, and fewer people where they do not.
CORRECTIONS = {
    745044: {"ko": "이스탄불"},
    1566083: {"ja": "ホーチミン", "zh-Hans": "胡志明市", "zh-Hant": "胡志明市"},
    1816670: {"de": "Peking"},
    1848445: {"name": "Yatsushiro"},
    1850152: {"ja": "徳山"},
    1852383: {"population": 15_000},  # Minato, of Wakayama
    1857144: {"population": 15_000},  # Minamirinkan, of Yamato
    1857470: {"name": "Hakusan", "ja": "白山市"},
    1858445: {"name": "Kuki", "ja": "久喜市"},
    1859913: {"ja": "柏原市"},
    1860437: {"name": "Mitaka", "ja": "三鷹市"},
    1861091: {"ja": "泉佐野市"},
    1861164: {"ja": "岩槻区"},
    1863905: {"name": "Funabashi"},
    1864518: {"ja": "調布市"},
    1865689: {"population": 15_000},  # Aihara, of Sagamihara
    1907301: {"name": "Toda", "ja": "戸田市"},
    1870883: {"ja": "沙里院"},
    2112312: {"name": "Hitachinaka", "ja": "ひたちなか市"},
    2112539: {"ja": "いわき市"},
    8125829: {"ja": "上京区"},
}

# Rows that lie far from the place they name.
MISPLACED = {
    1852139,  # Shinagawa, in Kochi
    2129324,  # Makubetsu, near Wakkanai
    11790632,  # Bunkyo, in Sagamihara
    11836117,  # Suginami, in Ibaraki
}

TRADITIONAL = ("TW", "HK", "MO")
SINITIC = ("CN", "SG") + TRADITIONAL
KOREAN = ("KR", "KP")
NATIVE = {"JP": "ja", "CN": "zh-Hans", "SG": "zh-Hans", "TW": "zh-Hant", "HK": "zh-Hant", "MO": "zh-Hant",
          "KR": "ko", "KP": "ko", "DE": "de", "AT": "de", "FR": "fr", "ES": "es"}


def is_han(character):
    return "\u3400" <= character <= "\u9fff" or character == "々"


def is_kana(character):
    return "\u3041" <= character <= "\u30ff"


def is_hangul(character):
    return "\uac00" <= character <= "\ud7a3"


def all_han(name):
    return all(map(is_han, name))


def unaccented(name):
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c)).lower()


def encodable(name, encoding):
    try:
        name.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def rare_kanji(name):
    """How many characters stand in JIS X 0208's second level, where the old forms are; None when one is in neither."""
    count = 0
    for character in name:
        try:
            code = character.encode("euc_jp")
        except UnicodeEncodeError:
            return None
        if len(code) != 2:
            return None
        count += code[0] >= 0xA0 + 48
    return count


def suffix_rank(name, suffixes):
    """The place of the name's last character among `suffixes`; a name that is only a suffix has none."""
    return suffixes.find(name[-1]) if len(name) > 1 and name[-1] in suffixes else len(suffixes)


def stripped(name, endings):
    """Without the word for what kind of place it is."""
    for ending in endings:
        if name.endswith(ending) and len(name) > len(ending) + 1:
            return name.removesuffix(ending).strip()
    return name


# What Japan writes otherwise in the names of China's cities.
JAPANESE_FORMS = str.maketrans("區濟關澤廣縣灣鹽德黃吳寶臺鐵鄉壽樂榮榆", "区済関沢広県湾塩徳黄呉宝台鉄郷寿楽栄楡")


def japanese_characters(name):
    """A name in traditional characters as Japan writes it; None where it has no such characters."""
    name = name.translate(JAPANESE_FORMS)
    return name if rare_kanji(name) is not None else None


# Names in no stated language.

def japanese(names, country, people):
    names = [n for n in names if all(is_han(c) or is_kana(c) for c in n) and rare_kanji(n) is not None]
    written = [n for n in names if any(map(is_han, n))]
    if country == "JP":
        hiragana = [n for n in names if all("\u3041" <= c <= "\u309f" for c in n)]
        best = min(written, key=lambda n: (suffix_rank(n, "市区町村"), rare_kanji(n), len(n), n), default=None)
        best = best or min(hiragana, key=lambda n: (len(n), n), default=None)
        # What has 100,000 people and is no ward is a city by law; GeoNames often leaves the word out.
        return best + "市" if best and people >= 100_000 and best[-1] not in "市区町村" else best
    katakana = [n.removesuffix("市").removesuffix("区") for n in names]
    katakana = [n for n in katakana if n and all("\u30a1" <= c <= "\u30ff" for c in n)]
    if katakana:
        return min(katakana, key=lambda n: (len(n), n))
    if country in KOREAN:
        return min(written, key=lambda n: (rare_kanji(n), len(n), n), default=None)
    if country in SINITIC:
        return min(written, key=lambda n: (suffix_rank(n, "市区県鎮"), rare_kanji(n), len(n), n), default=None)
    return None


def korean(names, country):
    names = [n for n in names if all(is_hangul(c) or c == " " for c in n) and n.strip()]
    if country in KOREAN:
        long = ("특별시", "광역시", "직할시", "특별자치시")
        return min(names, key=lambda n: (n.endswith(long), suffix_rank(n, "시군구읍면동"), len(n), n), default=None)
    if country in ("JP", "CN", "TW"):
        names = [n.removesuffix(" 시").removesuffix(" 구") for n in names]
    # Of two, the longer is the sound of today (상하이), the shorter the Sino-Korean reading (상해).
    return min(names, key=lambda n: (-len(n), n), default=None)


class Names:
    """The names of a place in each language, from all sources."""

    def __init__(self):
        self.simplified = sources.converter("t2s")
        self.traditional = sources.converter("s2t")
        self.tagged = {language: sources.tagged_names(language)
                       for language in ["ja", "ko", "de", "fr", "es", "en", "zh", "zh_CN", "zh_TW"]}
        self.large = sources.natural_earth()
        locales = {"ja": "ja", "ko": "ko", "de": "de", "fr": "fr", "es": "es", "en": "en", "zh-Hans": "zh_Hans",
                   "zh-Hant": "zh_Hant"}
        self.cities = {language: sources.zone_cities(locale) for language, locale in locales.items()}

    def of(self, row, zone):
        """{language: name} of what differs from the general name; `zone` is the one that is called after the place."""
        fixed = CORRECTIONS.get(row["geonameid"], {})
        given = [unicodedata.normalize("NFC", n) for n in row["alternatenames"] if n]
        names = self.asian(row, given, zone) | self.european(row, given, zone)
        names |= {language: name for language, name in fixed.items() if language in LANGUAGES}
        names = {language: name.replace("’", "'") for language, name in names.items() if name}
        return {language: name for language, name in names.items() if name != row["name"]}

    def asian(self, row, given, zone):
        identifier, country = row["geonameid"], row["countrycode"]
        said = {language: names.get(zone) for language, names in self.cities.items()}
        ja = japanese(given, country, row["population"])
        if NATIVE.get(country) not in ("ja", "zh-Hans", "zh-Hant", "ko"):
            tagged = self.tagged["ja"].get(identifier, "")
            ja = said["ja"] or (self.is_katakana(tagged) and stripped(tagged, ["市"])) or ja
        elif country != "JP":
            ja = ja or said["ja"]
        ko = korean(given, country)
        if country not in KOREAN:
            tagged = stripped(self.tagged["ko"].get(identifier, ""), [" 시", "특별시", "시"])
            ko = (tagged and all(is_hangul(c) or c == " " for c in tagged) and tagged) or said["ko"] or ko
        hans, hant = self.chinese(row, given, said, ja)
        large = self.large.get(identifier, {})
        ja = ja or large.get("ja") or (country in SINITIC and hant and japanese_characters(hant)) or None
        if not ko and country == "CN" and hans:
            ko = hangul.chinese_name(hans, sources.pinyin)
        ko = ko or stripped(large.get("ko", ""), ["시"])
        if not ko and country == "JP":
            ko = hangul.japanese_name(unaccented(row["name"]))
        return {"ja": ja, "ko": ko, "zh-Hans": hans, "zh-Hant": hant}

    @staticmethod
    def is_katakana(name):
        return bool(name) and all("\u30a1" <= c <= "\u30ff" or c in "＝=" for c in name.removesuffix("市"))

    def chinese(self, row, given, said, ja):
        """In simplified and in traditional characters."""
        identifier, country = row["geonameid"], row["countrycode"]
        han = [n for n in given if all_han(n)]
        if country in TRADITIONAL:
            own = [n for n in han if encodable(n, "big5")] or han
            hant = min(own, key=lambda n: (suffix_rank(n, "市區鄉鎮縣"), len(n), n), default=None)
            return hant and self.simplified(hant), hant
        if country in ("CN", "SG"):
            own = [n for n in han if encodable(n, "gb2312")] or [self.simplified(n) for n in han]
            # 呼市 is short for 呼和浩特市.
            hans = min(own, key=lambda n: (len(n) == 2 and n[-1] == "市", suffix_rank(n, "市区县镇乡"), len(n), n),
                       default=None)
            return hans, hans and self.traditional(hans)
        if country == "JP":
            own = [n for n in han if encodable(n, "gb2312")]
            hans = min(own, key=lambda n: (suffix_rank(n, "市区町村"), len(n), n == ja, n), default=None)
            if ja and all_han(ja) and (not hans or len(hans) < len(ja)):
                hans = self.simplified(ja)
            return hans, hans and self.traditional(hans)
        return self.foreign(identifier, han, said)

    def foreign(self, identifier, han, said):
        tagged = [self.tagged[language].get(identifier) for language in ("zh_CN", "zh", "zh_TW")]
        tagged = [self.chinese_name(n) for n in tagged if n]
        # What is written most ways is the commonest.
        counts = collections.Counter(self.chinese_name(n) for n in han)
        common = min(counts, key=lambda n: (-counts[n], not encodable(n, "gb2312"), len(n), n), default=None)
        large = self.large.get(identifier, {})
        hans = said["zh-Hans"] or next((n for n in tagged if n), None) or common
        hans = hans or self.chinese_name(large.get("zh-Hans", ""))
        taiwan = self.tagged["zh_TW"].get(identifier)
        taiwan = taiwan if taiwan and self.simplified(taiwan) == self.chinese_name(taiwan) else None
        hant = said["zh-Hant"] or taiwan or stripped(large.get("zh-Hant", ""), ["市"])
        return hans, hant or (hans and self.traditional(hans))

    def chinese_name(self, name):
        """In simplified characters and without a word for the kind of place; empty for what is no Chinese name."""
        name = name.replace("－", "-").replace("‧", "·").replace("・", "·")
        if not all(is_han(c) or c in "-·" for c in name):
            return ""
        return stripped(self.simplified(name), ["特别市", "直辖市", "市"])

    def european(self, row, given, zone):
        names = {}
        plain = zone and zone.split("/")[-1].replace("_", " ")
        if plain and unaccented(plain) == unaccented(row["name"]):
            plain = None
        general, large = row["name"], self.large.get(row["geonameid"], {})
        for language in ("de", "fr", "es"):
            said = self.latin(large.get(language)) or self.latin(self.tagged[language].get(row["geonameid"]))
            # Marks for long vowels belong to a transcription, not to the language.
            if said and unaccented(said) == unaccented(general) and any(c in "āēīōūĀĒĪŌŪ" for c in said):
                said = None
            # CLDR leaves out what is as in the zone's own name.
            names[language] = self.cities[language].get(zone) or plain or said
        english = self.tagged["en"].get(row["geonameid"])
        # A name that only lacks the accents is no other one.
        if self.latin(english) and unaccented(english) != unaccented(row["name"]) and row["population"] >= 100_000:
            names["en"] = english if len(english) <= len(row["name"]) + 4 else None
        if self.cities["en"].get(zone) and unaccented(self.cities["en"][zone]) != unaccented(row["name"]):
            names["en"] = self.cities["en"][zone]
        return names

    @staticmethod
    def latin(name):
        if not name or not all(c < "\u0250" or c in "’‘" for c in name) or len(name.encode()) > 40:
            return None
        return unicodedata.normalize("NFC", name).replace("’", "'").replace("‘", "'")
