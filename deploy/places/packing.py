"""A dictionary for names: bytes that no name uses stand for the commonest strings."""

import collections

LONGEST_CODE = 7  # bytes that one code stands for, at most


def dictionary(words):
    """Byte-pair codes for the byte strings in the counter `words`: {code: expansion}, at most 7 bytes each."""
    used = {byte for word in words for byte in word}
    free = [byte for byte in range(256) if byte not in used]
    texts = [list(bytes([b]) for b in word) for word in words]
    weights = list(words.values())
    counts, where = collections.Counter(), collections.defaultdict(set)
    for index, text in enumerate(texts):
        for pair in zip(text, text[1:]):
            counts[pair] += weights[index]
            where[pair].add(index)
    codes = {}
    for code in free:
        fitting = [(n, p) for p, n in counts.items() if n > 0 and len(p[0]) + len(p[1]) <= LONGEST_CODE]
        if not fitting:
            break
        _, pair = max(fitting)
        codes[code] = pair[0] + pair[1]
        for index in sorted(where.pop(pair)):
            text, weight = texts[index], weights[index]
            for old in zip(text, text[1:]):
                counts[old] -= weight
            texts[index] = text = merged(text, pair)
            for new in zip(text, text[1:]):
                counts[new] += weight
                where[new].add(index)
    return codes


def merged(text, pair):
    result, index = [], 0
    while index < len(text):
        if tuple(text[index : index + 2]) == pair:
            result.append(pair[0] + pair[1])
            index += 2
        else:
            result.append(text[index])
            index += 1
    return result


class Packer:
    """Writes a name with the fewest bytes that the dictionary allows."""

    def __init__(self, codes):
        self.codes = {bytes([b]): b for b in range(256) if b not in codes}
        self.codes |= {expansion: code for code, expansion in sorted(codes.items())}

    def pack(self, text):
        best = [(0, b"")] + [None] * len(text)
        for end in range(1, len(text) + 1):
            for start in range(max(0, end - LONGEST_CODE), end):
                code = self.codes.get(text[start:end])
                if code is not None and (best[end] is None or best[start][0] + 1 < best[end][0]):
                    best[end] = (best[start][0] + 1, best[start][1] + bytes([code]))
        return best[-1][1]
