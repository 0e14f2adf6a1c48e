#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what the npm package takes from the public headers, so that no name, value or comment is written twice.

declare.py OUT BRIDGE.c    OUT/c.ts: enumerations, types of structs with their comments, layouts in memory, functions
                           OUT/layout.c: asserts of the compiler that it lays out structs in the same way
                           OUT/exports.txt: the functions that the sources of the package call

The layout is that of wasm32: every scalar at a multiple of its size, pointers and enumerations of 4 bytes.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = sorted((HERE.parent / "include" / "fairway").glob("*.h"))
SCALARS = {"double": ("f64", 8), "int32_t": ("i32", 4), "int64_t": ("i64", 8), "uint64_t": ("u64", 8),
           "uint32_t": ("u32", 4), "uint8_t": ("u8", 1), "bool": ("bool", 1), "char": ("char", 1), "size_t": ("u32", 4)}
TYPES = {"f64": "number", "i32": "number", "i64": "number", "u64": "bigint", "u32": "number", "u8": "number",
         "bool": "boolean", "char": "string", "text": "string", "name": "string"}
# A pose and whether its heading counts are one value in JavaScript: a pose without a heading has any.
RENAMED = {"start": "from", "goal": "to"}
# The flags that JavaScript sees, by the first word of their names. Terrains have names of their own.
FLAGS = {"CAP": "capability", "EXIT": "exit", "TRAIT": "trait"}


def camel(name):
    return re.sub(r"_(\w)", lambda m: m.group(1).upper(), name)


def pascal(name):
    return "".join(word.capitalize() for word in name.removeprefix("fw_").split("_"))


class Enum:
    def __init__(self, name, comment, members):
        self.name, self.comment = name, comment
        names = [m[0] for m in members]
        # The words that all members begin with; "FW_ERR_" of a status is not one, and nobody would miss it.
        words = [re.sub("^FW_ERR_", "FW_", n).split("_") for n in names]
        same = 0
        while all(len(w) > same + 1 and w[same] == words[0][same] for w in words):
            same += 1
        self.members = [(n, "-".join(w[same:]).lower(), v, c) for w, (n, v, c) in zip(words, members)]


class Reader:
    """Enumerations, structs and functions of the headers."""

    def __init__(self):
        self.enums, self.flags, self.structs, self.functions = {}, [], {}, {}
        for header in HEADERS:
            self.read(header.read_text())
        self.layouts = {}
        for name in self.structs:
            self.lay_out(name)

    def read(self, text):
        above = r"((?:^///[^\n]*\n)*)^"
        every = re.S | re.M
        for match in re.finditer(above + r"(?:typedef )?enum(?: (\w+))?\s*\{(.*?)^\}\s*\w*;", text, every):
            members, value = [], -1
            for name, given, comment in self.lines(match.group(3), ",", r"(\w+)(?:\s*=\s*([^,]+?))?,?"):
                value = eval(given, {}, {n: v for n, v, _ in members}) if given else value + 1
                members.append((name, value, comment))
            enum = Enum(match.group(2), self.plain(match.group(1)), members)
            if match.group(2):
                self.enums[enum.name] = enum
            else:
                self.flags.append(enum)
        for match in re.finditer(above + r"typedef struct (\w+)\n\{\n(.*?)^\} \w+;", text, every):
            self.structs[match.group(2)] = (self.plain(match.group(1)), match.group(3))
        code = re.sub(r"//[^\n]*", "", text)
        for match in re.finditer(r"FW_API ([\w* ]+?[\w*])\s*\b(fw_\w+)\(([^;]*)\);", code):
            self.functions[match.group(2)] = (match.group(1).strip(), match.group(3))

    @staticmethod
    def plain(comment):
        lines = [line.removeprefix("///").strip() for line in comment.splitlines() if "@file" not in line]
        return " ".join(lines).strip()

    @staticmethod
    def lines(body, end, pattern):
        """(groups of the declaration, comment) of each member, with comments that go on in the next lines."""
        found = []
        above = ""
        pending = ""
        for line in body.splitlines():
            code, _, comment = line.partition("//")
            comment = comment.removeprefix("/<").removeprefix("/").strip()
            code = code.strip()
            if code.startswith("/*") or code in ("{", "}"):
                continue
            if code:
                pending = (pending + " " + code).strip()
                # A name alone is the first line of a member that was too long for one.
                if not pending.endswith(end) and not re.fullmatch(pattern, pending):
                    continue
                match = re.fullmatch(pattern, pending)
                if match is None:
                    raise SystemExit(f"declare.py: not understood: {pending}")
                found.append([*match.groups(), (above + " " + comment).strip()])
                above, pending = "", ""
            elif comment and line.lstrip().startswith("///<") and found and not pending:
                found[-1][-1] += " " + comment
            elif comment:
                above += " " + comment
        return found

    def fields(self, name):
        """(field, C type, pointer, length of an array or None, comment)"""
        pattern = r"(?:const )?(\w+)(\*?) ([\w ,]+?|\( \*\w+ \)\(.*\))(?:\[(\w+)\])?;"
        for kind, star, names, length, comment in self.lines(self.structs[name][1], ";", pattern):
            for field in ["?"] if names.startswith("(") else names.split(", "):
                yield field, kind, star if field != "?" else "*", length, comment

    def lay_out(self, name):
        if name in self.layouts:
            return self.layouts[name]
        fields, at, widest = [], 0, 1
        for field, kind, star, length, comment in self.fields(name):
            if star:
                code, size, align = ("name", 4, 4) if kind == "char" else ("pointer", 4, 4)
            elif kind in SCALARS:
                code, size = SCALARS[kind]
                align = size
            elif kind in self.enums:
                code, size, align = kind, 4, 4
            elif kind in self.structs:
                inner = self.lay_out(kind)
                code, size, align = kind, inner["size"], inner["align"]
            elif kind in ("fw_unit_id", "fw_request"):
                code, size, align = "u64", 8, 8
            else:
                raise SystemExit(f"declare.py: unknown type {kind} of {name}.{field}")
            at = -(-at // align) * align
            count = 1
            if length:
                count = int(length) if length.isdigit() else self.number(length)
                code = "text" if code == "char" else code
            fields.append({"name": field, "type": code, "at": at, "count": count if length else 0, "comment": comment})
            at += size * count
            widest = max(widest, align)
        self.layouts[name] = {"size": -(-at // widest) * widest, "align": widest, "fields": fields}
        return self.layouts[name]

    @staticmethod
    def number(macro):
        for header in HEADERS:
            match = re.search(rf"#define {macro} +(\d+)", header.read_text())
            if match:
                return int(match.group(1))
        raise SystemExit(f"declare.py: no number {macro}")


def used(reader, sources):
    """The structs and enumerations that the sources name, by their name in C or in TypeScript, and all inside them."""
    words = set(re.findall(r"\w+", sources))
    found = set()

    def add(name):
        if name not in found and (name in reader.layouts or name in reader.enums):
            found.add(name)
            for field in reader.layouts[name]["fields"] if name in reader.layouts else ():
                if field["type"] != "pointer" and field["name"] not in Writer.HIDDEN:
                    add(field["type"])

    for name in [*reader.layouts, *reader.enums]:
        if name in words or pascal(name) in words:
            add(name)
    return found


class Writer:
    # Hidden: set by the package, or of the caller's memory.
    HIDDEN = {"cookie", "allocator", "listener", "?"}

    def __init__(self, reader, calls, sources):
        self.reader, self.calls = reader, calls
        self.used = used(reader, sources)
        self.offsets = sorted(set(re.findall(r"\boffsets\.(fw_\w+)", sources)))
        self.words = {m[0]: f"'{m[1]}'" for e in reader.enums.values() for m in e.members}
        for flags in reader.flags:
            self.words.update({m[0]: f"`{camel(m[1].replace('-', '_'))}`" for m in flags.members})

    def comment(self, text, indent=""):
        if not text:
            return ""
        text = re.sub(r"#?\b(FW_\w+[a-z0-9A-Z])\b", lambda m: self.words.get(m.group(1), m.group(1)), text)
        text = re.sub(r"\bfw_\w+::(\w+)", lambda m: f"`{self.script(m.group(1))}`", text)
        return f"{indent}/** {text.replace('*/', '* /')} */\n"

    @staticmethod
    def script(name):
        return RENAMED.get(name, camel(name))

    def shown(self, name):
        """The fields of a struct that JavaScript sees: (name there, field, TypeScript type)."""
        fields = self.reader.layouts[name]["fields"]
        names = {f["name"] for f in fields}
        for field in fields:
            kind = field["type"]
            if field["name"] in self.HIDDEN or kind == "pointer" or kind == "fw_path":
                continue
            if field["name"].endswith("_any_heading") and field["name"].removesuffix("_any_heading") in names:
                continue
            any_heading = f"{field['name']}_any_heading" in names
            if kind in TYPES:
                shape = TYPES[kind]
            elif kind == "fw_outline":
                shape = "Point[]"
            elif kind == "fw_vec2":
                shape = "Point"
            elif kind == "fw_pose" and any_heading:
                shape = "Goal"
            else:
                shape = pascal(kind)
            if field["name"] == "capabilities" and not field["count"]:
                shape = "Capabilities"
            if field["count"] and kind != "text":
                shape += "[]"
            renamed = RENAMED if any_heading else {}
            yield renamed.get(field["name"], camel(field["name"])), field, shape

    def script_file(self):
        out = []
        out.append("// Made by declare.py from the public headers. Lengths are in tiles, angles in radians, times in seconds.\n"
                   "/** A point or a displacement. x points right, y down. */\n"
                   "export interface Point {\n\tx: number;\n\ty: number;\n}\n\n"
                   "/** A position and a heading [radians from +x towards +y]. */\n"
                   "export interface Pose extends Point {\n\theading: number;\n}\n\n"
                   "/** A pose; without `heading`, any heading will do. */\n"
                   "export interface Goal extends Point {\n\theading?: number;\n}\n\n"
                   "/** Bits, as in `fw.capability`, or names such as 'ground,water'. */\n"
                   "export type Capabilities = number | string;\n\n")
        enums = [e for e in self.reader.enums.values() if e.name in self.used]
        for enum in enums:
            out.append(self.comment(enum.comment))
            out.append(f"export type {pascal(enum.name)} =\n")
            out += [f"{self.comment(c, chr(9))}\t| '{word}'\n" for _, word, _, c in enum.members]
            out[-1] = out[-1].rstrip() + ";\n\n"
        for flags in self.reader.flags:
            prefix = FLAGS.get(flags.members[0][0].split("_")[1])
            if prefix is None:
                continue
            out.append(f"export const {prefix} = {{\n")
            for _, word, value, comment in flags.members:
                out.append(f"{self.comment(comment, chr(9))}\t{camel(word.replace('-', '_'))}: {value},\n")
            out.append("} as const;\n\n")
        for name in self.reader.structs:
            if name not in self.used or name in ("fw_vec2", "fw_pose", "fw_outline"):
                continue
            out.append(self.comment(self.reader.structs[name][0]))
            out.append(f"export interface {pascal(name)} {{\n")
            out += [f"{self.comment(f['comment'], chr(9))}\t{key}: {shape};\n" for key, f, shape in self.shown(name)]
            out.append("}\n\n")
        out.append("/** Words of enumerations, by value. */\nexport const words: Record<string, readonly string[]> = {\n")
        for enum in enums:
            assert [m[2] for m in enum.members] == list(range(len(enum.members))), enum.name
            out.append(f"\t{enum.name}: [{', '.join(repr(m[1]) for m in enum.members)}],\n")
        out.append("};\n\n")
        out.append("/** [type, offset, length of an array, offset of the flag for any heading] */\n"
                   "export type Field = readonly [string, number, number?, number?];\n"
                   "export interface Layout {\n\tsize: number;\n\tfields: Record<string, Field>;\n}\n"
                   "export const layouts: Record<string, Layout> = {\n")
        for name, layout in self.reader.layouts.items():
            if name not in self.used:
                continue
            offsets = {f["name"]: f["at"] for f in layout["fields"]}
            out.append(f"\t{name}: {{\n\t\tsize: {layout['size']},\n\t\tfields: {{\n")
            for key, field, _ in self.shown(name):
                values = [repr(field["type"]), str(field["at"])]
                flag = offsets.get(f"{field['name']}_any_heading")
                if field["count"] or flag is not None:
                    values.append(str(field["count"]))
                if flag is not None:
                    values.append(str(flag))
                out.append(f"\t\t\t{key}: [{', '.join(values)}],\n")
            out.append("\t\t},\n\t},\n")
        out.append("};\n\n/** Where members lie that JavaScript does not see. */\n"
                   "export const offsets = {\n")
        for name in self.offsets:
            members = ", ".join(f"{camel(f['name'])}: {f['at']}" for f in self.reader.layouts[name]["fields"])
            out.append(f"\t{name}: {{ {members} }},\n")
        out.append("} as const;\n\n"
                   "/** The functions of the module. A struct that is returned is written to `result`. */\n"
                   "export interface Module {\n\tmemory: WebAssembly.Memory;\n")
        for name in self.calls:
            out.append(f"\t{name}({self.parameters(name)}): {self.returned(name)};\n")
        out.append("}\n")
        return "".join(out)

    def wide(self, kind):
        return "bigint" if kind in ("int64_t", "uint64_t", "fw_unit_id") else "number"

    def returned(self, name):
        kind = self.reader.functions[name][0].removeprefix("const ")
        if kind == "void" or kind in self.reader.structs:
            return "void"
        return "boolean | number" if kind == "bool" else self.wide(kind)

    def parameters(self, name):
        kind, text = self.reader.functions[name]
        result = ["result: number"] if kind in self.reader.structs else []
        for parameter in [] if text.strip() == "void" else text.split(","):
            words = re.sub(r"\bconst\b|\[\w*\]", "", parameter).replace("*", "* ").split()
            pointer = any("*" in w for w in words) or "[" in parameter
            result.append(f"{camel(words[-1])}: {'number' if pointer else self.wide(words[0])}")
        return ", ".join(result)

    def layout_file(self):
        out = ["// Made by declare.py: the compiler lays out the structs as the package does.\n"
               '#include "fairway/fairway.h"\n\n']
        for name, layout in self.reader.layouts.items():
            out.append(f'_Static_assert( sizeof( {name} ) == {layout["size"]}, "" );\n')
            out += [f'_Static_assert( offsetof( {name}, {f["name"]} ) == {f["at"]}, "" );\n'
                    for f in layout["fields"] if f["name"] != "?"]
        return "".join(out)


def bridge_functions(reader, file):
    """The functions of the bridge, which begin with js_."""
    code = re.sub(r"//[^\n]*", "", file.read_text())
    for match in re.finditer(r"^JS_API ([\w* ]+?[\w*])\s*\b(js_\w+)\(([^;{]*)\)\n\{", code, re.M):
        reader.functions[match.group(2)] = (match.group(1).strip(), match.group(3))


def main(arguments):
    out = pathlib.Path(arguments[0])
    reader = Reader()
    for file in arguments[1:]:
        bridge_functions(reader, pathlib.Path(file))
    sources = "".join(file.read_text() for file in sorted((HERE / "src").glob("*.ts")))
    calls = set(re.findall(r"\bc\.((?:fw|js)_\w+)", sources))
    for name in sorted(calls - set(reader.functions)):
        raise SystemExit(f"declare.py: the package calls {name}, which is no public function")
    writer = Writer(reader, sorted(calls), sources)
    for name, text in (("c.ts", writer.script_file()), ("layout.c", writer.layout_file()),
                       ("exports.txt", "".join(f"--export={c}\n" for c in sorted(calls)))):
        (out / name).write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
