# Random values of D-Bus: of a type that is given, or of any.
# SPDX-License-Identifier: Apache-2.0
ROOT = "/org/freedesktop/secrets"
WORDS = ["", "a", "mail", "server", "user", "x" * 255, "zoë", "עברית", "🔑", "two\nlines", "\x01\x7f", "%s%n", "../..", "'; --",
         "true", "-1", "login", "session", "default", "xdg:schema", "org.freedesktop.Secret.Generic"]
# Complete types, as variants have them.
TYPES = ["s", "b", "y", "n", "q", "i", "u", "x", "t", "d", "o", "g", "v", "as", "ao", "ay", "a{ss}", "a{sv}", "(oayays)", "(oayay)",
         "(s)", "(iv)", "aas", "a(oayays)", "a{o(oayays)}", "av", "a{tv}", "((((u))))"]
BITS = {"y": (0, 8), "n": (1, 16), "q": (0, 16), "i": (1, 32), "u": (0, 32), "x": (1, 64), "t": (0, 64)}


def ends_at(signature, start):
    """Behind the complete type that begins here."""
    if signature[start] == "a":
        return ends_at(signature, start + 1)
    if signature[start] not in "({":
        return start + 1
    place = start + 1
    while signature[place] not in ")}":
        place = ends_at(signature, place)
    return place + 1


def types_of(signature):
    """The complete types one after the other."""
    found, place = [], 0
    while place < len(signature):
        end = ends_at(signature, place)
        found.append(signature[place:end])
        place = end
    return found


class RandomValues:
    """Made from a generator of random numbers. `paths` gives a path that may be there."""

    def __init__(self, random, paths):
        self.random, self.paths = random, paths

    def text(self):
        chance = self.random.random()
        if chance < 0.7:
            return self.random.choice(WORDS)
        if chance < 0.97:
            return "".join(self.random.choices("abcXYZ019 _-./:é語\n", k=self.random.randrange(40)))
        return self.random.choice(["x", "ü", "語", "🔑"]) * self.random.choice([4096, 5000, 16384, 70000])

    def octets(self):
        chance = self.random.random()
        if chance < 0.9:
            return self.random.randbytes(self.random.choice([0, 1, 15, 16, 17, 32, 48, 128, 129, 300]))
        if chance < 0.999:
            return self.random.randbytes(self.random.choice([4096, 30000]))
        return bytes(self.random.choice([1 << 20, (1 << 20) + 17, 3 << 20]))

    def path(self):
        """A path that may be there, or one that nothing can have."""
        if self.random.random() < 0.6:
            return self.paths()
        kind = self.random.choice(["collection", "aliases", "session", "prompt", "nothing"])
        name = self.random.choice(["login", "session", "default", "_5f", "_", "_zz", "s1", "u7", "p0", "s99999999999999999999", "x" * 300])
        tail = self.random.choice(["", "", "/1", "/0", "/01", "/9223372036854775807", "/9223372036854775808", "/a/b", "/" + "9" * 40])
        return self.random.choice(["/", "/org", "/org/freedesktop", ROOT, ROOT + "x", f"{ROOT}/{kind}", "/a" * 300,
                                   "/org/freedesktop/portal/desktop", "/org/freedesktop/portal/desktop/request/1"]
                                  + [f"{ROOT}/{kind}/{name}{tail}"] * 6)

    def attributes(self):
        """Some that items have, and others."""
        chance = self.random.random()
        if chance < 0.85:
            return {self.random.choice(["service", "user", "n"]): self.random.choice("abc") for _ in range(self.random.randrange(4))}
        if chance < 0.98:
            return {self.text(): self.text() for _ in range(self.random.randrange(6))}
        return {str(number): "" for number in range(self.random.choice([255, 256, 257, 2000]))}

    def of(self, kind, depth=0):
        """A value of one complete type."""
        if kind in BITS:
            signed, bits = BITS[kind]
            low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
            return self.random.choice([low, high, 0, 1, self.random.randint(low, high)])
        match kind[0]:
            case "s": return self.text()
            case "o": return self.path()
            case "b": return self.random.random() < 0.5
            case "d": return self.random.choice([0.0, -1.5, 1e308, float("inf")])
            case "g": return self.random.choice(["", "s", "a{sv}", "aaaaa(ss)", "u" * 255])
            case "v":
                inner = self.random.choice(TYPES if depth < 6 else ["s", "u"])
                return (inner, self.of(inner, depth + 1))
            case "(": return tuple(self.of(each, depth + 1) for each in types_of(kind[1:-1]))
        if kind == "ay":
            return self.octets()
        if kind == "a{ss}":
            return self.attributes()
        count = self.random.choice([0, 1, 2, 3, 20] if depth < 3 else [0, 1])
        if kind[1] == "{":
            name, value = types_of(kind[2:-1])
            return {self.of(name, depth + 1): self.of(value, depth + 1) for _ in range(count)}
        return [self.of(kind[1:], depth + 1) for _ in range(count)]

    def body(self, signature):
        return tuple(self.of(each) for each in types_of(signature))

    def signature(self):
        """Of any arguments."""
        return "".join(self.random.choices(TYPES, k=self.random.randrange(4)))
