"""Chinese place names in Korean letters, by the rules of Korea's National Institute of the Korean Language."""

INITIALS = {"b": "ㅂ", "p": "ㅍ", "m": "ㅁ", "f": "ㅍ", "d": "ㄷ", "t": "ㅌ", "n": "ㄴ", "l": "ㄹ", "g": "ㄱ", "k": "ㅋ",
            "h": "ㅎ", "j": "ㅈ", "q": "ㅊ", "x": "ㅅ", "zh": "ㅈ", "ch": "ㅊ", "sh": "ㅅ", "r": "ㄹ", "z": "ㅉ", "c": "ㅊ",
            "s": "ㅆ", "": "ㅇ"}
# A vowel and a final consonant for the syllable with the initial, then whole syllables.
FINALS = {"a": "ㅏ", "o": "ㅗ", "e": "ㅓ", "ai": "ㅏ이", "ei": "ㅔ이", "ao": "ㅏ오", "ou": "ㅓ우", "an": "ㅏㄴ", "en": "ㅓㄴ",
          "ang": "ㅏㅇ", "eng": "ㅓㅇ", "er": "ㅓㄹ", "i": "ㅣ", "ia": "ㅑ", "ie": "ㅖ", "iao": "ㅑ오", "iu": "ㅠ", "iou": "ㅠ",
          "ian": "ㅖㄴ", "in": "ㅣㄴ", "iang": "ㅑㅇ", "ing": "ㅣㅇ", "iong": "ㅠㅇ", "u": "ㅜ", "ua": "ㅘ", "uo": "ㅝ",
          "uai": "ㅘ이", "ui": "ㅜ이", "uei": "ㅞ이", "uan": "ㅘㄴ", "un": "ㅜㄴ", "uen": "ㅝㄴ", "uang": "ㅘㅇ", "ong": "ㅜㅇ",
          "ueng": "ㅝㅇ", "v": "ㅟ", "ve": "ㅞ", "van": "ㅟ안", "vn": "ㅟㄴ"}
# Syllables without an initial as pinyin writes them.
BARE = {"yi": "i", "ya": "ia", "ye": "ie", "yao": "iao", "you": "iou", "yan": "ian", "yin": "in", "yang": "iang",
        "ying": "ing", "yong": "iong", "yo": "o", "yu": "v", "yue": "ve", "yuan": "van", "yun": "vn", "wu": "u", "wa": "ua",
        "wo": "uo", "wai": "uai", "wei": "uei", "wan": "uan", "wen": "uen", "wang": "uang", "weng": "ueng"}
# ㅈ and ㅊ are never followed by a vowel that begins with an i, nor is 시 by another.
PLAIN = {"ㅑ": "ㅏ", "ㅖ": "ㅔ", "ㅠ": "ㅜ"}
LEADS, VOWELS, TAILS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ", {"": 0, "ㄴ": 4, "ㄹ": 8, "ㅇ": 21}
KINDS = {"市": "시", "区": "구", "县": "현", "镇": "진"}


def syllable(pinyin):
    """One syllable without its tone, with v for ü; None for what is none."""
    initial = next((i for i in ("zh", "ch", "sh", pinyin[:1]) if i in INITIALS and i and pinyin.startswith(i)), "")
    final = BARE.get(pinyin) or pinyin[len(initial):]
    if pinyin in BARE:
        initial = ""
    if initial in ("j", "q", "x") and final.startswith("u"):
        final = "v" + final[1:]
    sound = FINALS.get(final)
    if not sound:
        return None
    lead, vowel, rest = INITIALS[initial], sound[0], sound[1:]
    if final == "i" and initial in ("zh", "ch", "sh", "r", "z", "c", "s"):
        vowel = "ㅡ"
    if lead in "ㅈㅉㅊ":
        vowel = PLAIN.get(vowel, vowel)
    tail = rest[0] if rest and rest[0] in TAILS else ""
    whole = chr(0xAC00 + (LEADS.index(lead) * 21 + VOWELS.index(vowel)) * 28 + TAILS[tail])
    return whole + rest[len(tail):]


def chinese_name(name, pinyin):
    """A name in simplified characters as Korean has it, None where a character has no sound; `pinyin` gives sounds."""
    kind = KINDS.get(name[-1], "") if len(name) > 2 else ""
    sounds = [syllable(sound) for sound in pinyin(name[: -1 if kind else None])]
    return "".join(sounds) + kind if all(sounds) else None
