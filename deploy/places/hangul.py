"""Chinese and Japanese place names in Korean letters, by the rules of the National Institute of Korean Language."""

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


# Japanese syllables in Hepburn's letters; a second letter stands where the syllable is not the first.
KANA = {
    "a": "아", "i": "이", "u": "우", "e": "에", "o": "오", "ka": "가카", "ki": "기키", "ku": "구쿠", "ke": "게케", "ko": "고코",
    "sa": "사", "shi": "시", "su": "스", "se": "세", "so": "소", "ta": "다타", "chi": "지치", "tsu": "쓰", "te": "데테", "to": "도토",
    "na": "나", "ni": "니", "nu": "누", "ne": "네", "no": "노", "ha": "하", "hi": "히", "fu": "후", "he": "헤", "ho": "호",
    "ma": "마", "mi": "미", "mu": "무", "me": "메", "mo": "모", "ya": "야", "yu": "유", "yo": "요", "ra": "라", "ri": "리",
    "ru": "루", "re": "레", "ro": "로", "wa": "와", "ga": "가", "gi": "기", "gu": "구", "ge": "게", "go": "고", "za": "자",
    "ji": "지", "zu": "즈", "ze": "제", "zo": "조", "da": "다", "de": "데", "do": "도", "ba": "바", "bi": "비", "bu": "부",
    "be": "베", "bo": "보", "pa": "파", "pi": "피", "pu": "푸", "pe": "페", "po": "포", "kya": "갸캬", "kyu": "규큐",
    "kyo": "교쿄", "sha": "샤", "shu": "슈", "sho": "쇼", "cha": "자차", "chu": "주추", "cho": "조초", "nya": "냐", "nyu": "뉴",
    "nyo": "뇨", "hya": "햐", "hyu": "휴", "hyo": "효", "mya": "먀", "myu": "뮤", "myo": "묘", "rya": "랴", "ryu": "류",
    "ryo": "료", "gya": "갸", "gyu": "규", "gyo": "교", "ja": "자", "ju": "주", "jo": "조", "bya": "뱌", "byu": "뷰", "byo": "뵤",
    "pya": "퍄", "pyu": "퓨", "pyo": "표",
}
N, DOUBLED = 4, 19  # final consonants ㄴ and ㅅ


def japanese_name(name):
    """A name in Hepburn's letters without marks for long vowels, None where it is none."""
    text, result = name.lower(), []
    while text:
        syllable = next((text[:n] for n in (3, 2, 1) if text[:n] in KANA), None)
        if syllable:
            letters = KANA[syllable]
            result.append(letters[-1] if result else letters[0])
            text = text[len(syllable):]
        elif result and text[0] in "nm" and text[1:2] not in ("a", "i", "u", "e", "o", "y"):
            result[-1] = chr(ord(result[-1]) + N)
            text = text[1:].removeprefix("'")
        elif result and (text[:2] in ("kk", "ss", "pp", "tt") or text.startswith("tch")):
            result[-1] = chr(ord(result[-1]) + DOUBLED)
            text = text[1:]
        else:
            return None
    return "".join(result)
