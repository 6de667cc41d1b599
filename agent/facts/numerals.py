"""Numbers written with digits or in words, Chinese and English, to a value and its stated precision."""

from __future__ import annotations

import re

_DIGIT = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
          "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9}  # fmt: skip
_PLACE = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_GROUP = {"万": 10_000, "亿": 100_000_000}
HAN_DIGITS = "零〇一二两三四五六七八九"
HAN_NUMERAL = f"(?<![{HAN_DIGITS}十百千万亿])[{HAN_DIGITS}十百千万亿]{{1,24}}(?:点[{HAN_DIGITS}]{{1,12}})?"

_WORDS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_BIG = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12}
WORD_NUMERAL = r"\b(?:(?:{ones})(?:[ -](?:and )?(?:{ones}|{bigs})){{0,5}})\b".format(
    ones="|".join(sorted(_WORDS, key=len, reverse=True)), bigs="|".join(_BIG)
)


def digits_value(text: str) -> tuple[float, float]:
    """Value and last stated place of a number in digits, separators removed: `1,498.50` is 1498.5 by 0.01."""
    plain = text.replace(",", "").replace(" ", "")
    mantissa, _, exponent = plain.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    power = int(exponent) if exponent else 0
    return float(plain), 10.0 ** (power - decimals)


def han_value(text: str) -> float | None:
    """Value of a Chinese numeral such as 一千二百, 二〇二六, 三点五, 两万; None where it is none."""
    whole, _, fraction = text.partition("点")
    if fraction:
        value = han_value(whole)
        digits = "".join(str(_DIGIT[char]) for char in fraction if char in _DIGIT)
        return None if value is None or len(digits) != len(fraction) else float(f"{int(value)}.{digits}")
    if not whole:
        return None
    if all(char in _DIGIT for char in whole):
        return float("".join(str(_DIGIT[char]) for char in whole))
    return _han_integer(whole)


def _han_integer(text: str) -> float | None:
    total = section = digit = 0
    last = 1
    for char in text:
        if char in _DIGIT:
            digit = _DIGIT[char]
        elif char in _PLACE:
            last = _PLACE[char]
            section += (digit or 1) * last
            digit = 0
        elif char in _GROUP:
            last = _GROUP[char]
            section = (section + digit) or 1
            total = (total + section) * last if char == "亿" else total + section * last
            section = digit = 0
        else:
            return None
    if (digit and len(text) > 1 and text[-2] in _PLACE and text[-2] != "十") or (
        digit and text[-2:-1] in _GROUP
    ):
        digit *= last // 10  # 一千二 is 1200, 三万五 is 35,000
    return float(total + section + digit)


def word_value(text: str) -> float | None:
    """Value of an English numeral such as `twenty-five` or `three hundred and two`."""
    total = current = 0
    for word in re.split(r"[ -]", text.lower()):
        if word in _WORDS:
            current += _WORDS[word]
        elif word in _BIG:
            current = max(current, 1) * _BIG[word]
            if _BIG[word] >= 1000:
                total, current = total + current, 0
        elif word not in {"and", "a", ""}:
            return None
    return float(total + current)
