// SPDX-License-Identifier: MIT
// The memory of the module: structs from and to JavaScript objects by the layouts of the headers, strings, scratch.
/// <reference lib="esnext.disposable" preserve="true" />
import { layouts, words, capability, type Module, type RefusalKind, type Status } from './c.js';

/** What the library refused, or what it could not do. `message` is the library's own sentence. */
export class FairwayError extends Error {
	override name = 'FairwayError';
	constructor(
		message: string,
		readonly status: Status,
		readonly kind: RefusalKind = 'none',
		/** What is wrong, such as 'unit.turningRadius'. */
		readonly field = '',
		/** Of a text, from 1; 0 if no text is at fault. */
		readonly line = 0,
		readonly column = 0,
	) {
		super(message);
	}
}

/** A mistake that the package sees before the library does. */
function wrong(field: string, what: string): never {
	throw new FairwayError(`${field} ${what}`, 'argument', 'value', field);
}

const SCRATCH = 65536;
const LIMITS: Record<string, [number, number]> = {
	i32: [-(2 ** 31), 2 ** 31 - 1],
	u32: [0, 2 ** 32 - 1],
	u8: [0, 255],
	i64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Memory {
	/** A `fw_refusal`, and a struct that a function returns. */
	readonly refusal: number;
	readonly returned: number;
	private readonly scratch: number;
	private top = 0;
	private blocks: number[] = [];
	private current: DataView | undefined;
	private readonly names = new Map<number, string>();

	constructor(readonly c: Module) {
		this.scratch = this.keep(SCRATCH);
		this.refusal = this.take(this.size('fw_refusal'));
		this.returned = this.take(1024);
	}

	/** The memory, which moves when it grows. */
	get view(): DataView {
		if (this.current?.buffer !== this.c.memory.buffer) {
			this.current = new DataView(this.c.memory.buffer);
		}
		return this.current!;
	}

	/** The words of an enumeration, by value. */
	static words(type: string): readonly any[] {
		return words[type]!;
	}

	size(struct: string): number {
		return layouts[struct]!.size;
	}

	private itemSize(type: string): number {
		return layouts[type] !== undefined ? this.size(type) : type === 'f64' ? 8 : 4;
	}

	out(): FairwayError {
		return new FairwayError('there is not enough memory', 'memory', 'system');
	}

	/** Frees all that `work` took. */
	frame<T>(work: () => T): T {
		const top = this.top;
		const blocks = this.blocks.length;
		try {
			return work();
		} finally {
			this.top = top;
			for (const block of this.blocks.splice(blocks)) {
				this.c.js_free(block);
			}
		}
	}

	/** Bytes until the end of the frame, not zeroed. */
	take(size: number): number {
		const next = this.top + ((size + 7) & ~7);
		if (size < SCRATCH && next <= SCRATCH) {
			const at = this.scratch + this.top;
			this.top = next;
			return at;
		}
		const block = this.keep(size);
		this.blocks.push(block);
		return block;
	}

	/** Bytes for as long as the module lives. */
	keep(size: number): number {
		// The module cannot have more, so that addresses are positive.
		const at = size < 2 ** 31 ? this.c.js_alloc(size) : 0;
		if (at === 0) {
			throw this.out();
		}
		return at;
	}

	/** A copy of bytes until the end of the frame. */
	put(bytes: Uint8Array): number {
		const at = this.take(bytes.length + 1);
		const memory = new Uint8Array(this.c.memory.buffer);
		memory.set(bytes, at);
		memory[at + bytes.length] = 0;
		return at;
	}

	putText(text: string): number {
		return this.put(encoder.encode(text));
	}

	/** A copy of the memory's bytes. */
	bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
		return new Uint8Array(this.c.memory.buffer as ArrayBuffer).slice(at, at + size);
	}

	doubles(at: number, count: number): Float64Array<ArrayBuffer> {
		return new Float64Array(this.bytes(at, 8 * count).buffer);
	}

	/** The text at an address up to its zero. */
	text(at: number, limit = Infinity): string {
		if (at === 0) {
			return '';
		}
		const memory = new Uint8Array(this.c.memory.buffer);
		let end = at;
		while (end - at < limit && memory[end] !== 0) {
			end++;
		}
		return decoder.decode(memory.slice(at, end));
	}

	/** Names that live as long as the module, such as those of methods: other structs may keep them. */
	keepName(at: number): string {
		const name = this.text(at);
		this.names.set(at, name);
		return name;
	}

	/** Throws what the refusal says. Functions without a refusal pass `told` false. */
	check(status: number, told = true): void {
		if (status === 0) {
			return;
		}
		const word = words.fw_status![status] as Status;
		if (!told) {
			throw new FairwayError(this.text(this.c.fw_status_text(status)), word);
		}
		const why = this.read('fw_refusal', this.refusal);
		const field = why.field.replace(/_(\w)/g, (_: string, letter: string) => letter.toUpperCase());
		throw new FairwayError(why.text, word, why.kind, field, why.line, why.column);
	}

	/** What a function writes to an address, such as a handle. */
	handle(call: (at: number) => number, told = true): number {
		return this.frame(() => {
			const at = this.take(8);
			this.view.setUint32(at, 0, true);
			this.check(call(at), told);
			return this.view.getUint32(at, true);
		});
	}

	/** Changes the fields of a struct that the object names. `where` names the object in errors. */
	write(struct: string, at: number, value: object, where: string): void {
		if (typeof value !== 'object' || value === null) {
			wrong(where, 'must be an object');
		}
		const fields = layouts[struct]!.fields;
		for (const [key, given] of Object.entries(value)) {
			const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
			if (field === undefined) {
				wrong(where, `has no field '${key}'`);
			} else if (given !== undefined) {
				const [type, offset, count, flag] = field;
				const name = `${where}.${key}`;
				if (flag !== undefined) {
					this.writeGoal(at + offset, at + flag, given, name);
				} else if (count && type !== 'text') {
					this.writeList(type, at + offset, count, given, name);
				} else {
					this.writeOne(type, at + offset, given, name, count);
				}
			}
		}
	}

	private writeGoal(at: number, flag: number, given: any, name: string): void {
		const any = given?.heading === undefined;
		this.write('fw_pose', at, any ? { ...given, heading: 0 } : given, name);
		this.view.setUint8(flag, any ? 1 : 0);
	}

	private writeList(type: string, at: number, count: number, given: any, name: string): void {
		if (!Array.isArray(given) || given.length > count) {
			wrong(name, `must be a list of at most ${count}`);
		}
		const size = this.itemSize(type);
		given.forEach((item, i) => this.writeOne(type, at + i * size, item, `${name}[${i}]`));
	}

	private writeOne(type: string, at: number, given: any, name: string, count = 0): void {
		const view = this.view;
		if (name.endsWith('.capabilities') && typeof given === 'string') {
			view.setUint32(at, this.capabilities(given, name), true);
		} else if (words[type] !== undefined) {
			const index = words[type]!.indexOf(given);
			if (index < 0) {
				wrong(name, `must be one of '${words[type]!.join("', '")}'`);
			}
			view.setInt32(at, index, true);
		} else if (type === 'fw_outline') {
			const fields = layouts.fw_outline!.fields;
			this.writeList('fw_vec2', at + fields.corners![1], fields.corners![2]!, given, name);
			view.setInt32(at + fields.count![1], given.length, true);
		} else if (type.startsWith('fw_')) {
			this.write(type, at, given, name);
		} else if (type === 'bool') {
			if (typeof given !== 'boolean') {
				wrong(name, 'must be true or false');
			}
			view.setUint8(at, given ? 1 : 0);
		} else if (type === 'u64') {
			if (typeof given !== 'bigint') {
				wrong(name, 'must be a bigint');
			}
			view.setBigUint64(at, given, true);
		} else if (type === 'text' || type === 'char' || type === 'name') {
			this.writeText(type, at, given, name, count);
		} else {
			this.writeNumber(type, at, given, name);
		}
	}

	private writeText(type: string, at: number, given: any, name: string, count: number): void {
		if (typeof given !== 'string') {
			wrong(name, 'must be a string');
		}
		if (type === 'name') {
			const kept = [...this.names].find(([, text]) => text === given);
			const address = kept ? kept[0] : this.putText(given);
			this.view.setUint32(at, address, true);
			return;
		}
		const bytes = encoder.encode(given);
		const most = type === 'char' ? 1 : count - 1;
		if (bytes.length > most || (type === 'char' && bytes.length !== 1)) {
			wrong(name, type === 'char' ? 'must be one letter' : `must not be longer than ${most} bytes`);
		}
		const memory = new Uint8Array(this.c.memory.buffer);
		memory.fill(0, at, at + Math.max(count, 1));
		memory.set(bytes, at);
	}

	private writeNumber(type: string, at: number, given: any, name: string): void {
		const view = this.view;
		if (typeof given !== 'number') {
			wrong(name, 'must be a number');
		}
		if (type === 'f64') {
			view.setFloat64(at, given, true);
			return;
		}
		const [min, max] = LIMITS[type]!;
		if (!Number.isInteger(given) || given < min || given > max) {
			wrong(name, `must be a whole number from ${min} to ${max}`);
		}
		if (type === 'i64') {
			view.setBigInt64(at, BigInt(given), true);
		} else if (type === 'u8') {
			view.setUint8(at, given);
		} else {
			view.setUint32(at, given >>> 0, true);
		}
	}

	/** The bits of names such as 'ground,water'. */
	capabilities(text: string, where: string): number {
		let bits = 0;
		for (const word of text.split(',')) {
			const bit = Object.entries(capability).find(([name]) => name === word.trim() && name !== 'firstFree')?.[1];
			bits |= bit ?? wrong(where, `has no capability '${word.trim()}'`);
		}
		return bits;
	}

	/** A struct as an object. */
	read(struct: string, at: number): any {
		const object: Record<string, unknown> = {};
		for (const [key, [type, offset, count]] of Object.entries(layouts[struct]!.fields)) {
			if (type === 'text') {
				object[key] = this.text(at + offset, count);
			} else if (count) {
				const size = this.itemSize(type);
				object[key] = Array.from({ length: count }, (_, i) => this.readOne(type, at + offset + i * size));
			} else {
				object[key] = this.readOne(type, at + offset);
			}
		}
		return object;
	}

	private readOne(type: string, at: number): unknown {
		const view = this.view;
		switch (type) {
			case 'f64':
				return view.getFloat64(at, true);
			case 'i32':
				return view.getInt32(at, true);
			case 'u32':
				return view.getUint32(at, true);
			case 'i64':
				return Number(view.getBigInt64(at, true));
			case 'u64':
				return view.getBigUint64(at, true);
			case 'u8':
				return view.getUint8(at);
			case 'bool':
				return view.getUint8(at) !== 0;
			case 'char':
				return String.fromCharCode(view.getUint8(at));
			case 'name':
				return this.text(view.getUint32(at, true));
			default:
				return words[type]?.[view.getInt32(at, true)] ?? this.read(type, at);
		}
	}

	/** Calls a function that returns a struct, and reads it. */
	readReturned(struct: string, call: (result: number) => void): any {
		call(this.returned);
		return this.read(struct, this.returned);
	}
}

export interface Owned extends Disposable {}

/** An object with memory of the module. `dispose()`, or `using`, frees it. */
export abstract class Owned {
	private freed = false;
	private readonly parts = new Set<Owned>();

	protected constructor(
		protected readonly m: Memory,
		private readonly owner?: Owned,
	) {
		owner?.parts.add(this);
	}

	/** Frees the object's memory, and what belongs to it. More calls do nothing. */
	dispose(): void {
		if (!this.freed) {
			this.parts.forEach((part) => part.dispose());
			this.owner?.parts.delete(this);
			this.freed = true;
			this.free();
		}
	}

	protected abstract free(): void;

	/** Throws if the object was disposed of, or is of another library. @internal */
	mustBeOf(m: Memory): void {
		if (this.alive() !== m) {
			throw new FairwayError(`the ${this.constructor.name} is of another library`, 'mismatch', 'mismatch');
		}
	}

	/** Throws if the object was disposed of. */
	protected alive(): Memory {
		if (this.freed) {
			throw new FairwayError(`the ${this.constructor.name} was disposed of`, 'state', 'state');
		}
		return this.m;
	}
}

// Engines before 2024 do not have the symbol.
if (Symbol.dispose !== undefined) {
	Object.defineProperty(Owned.prototype, Symbol.dispose, {
		value(this: Owned) {
			this.dispose();
		},
	});
}
