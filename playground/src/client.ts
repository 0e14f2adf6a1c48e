// SPDX-License-Identifier: MIT
// The page's side of the worker. Of questions on one channel only the newest waits: dragging never queues.
import type { Answer, Ask, Kind, Question, Reply } from './protocol.js';

interface Waiting {
	kind: Kind;
	done(answer: unknown): void;
	failed(error: Error): void;
}

interface Channel {
	busy: boolean;
	next: (() => void) | undefined;
}

export class Client {
	private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
	private readonly waiting = new Map<number, Waiting>();
	private readonly channels = new Map<string, Channel>();
	private count = 0;

	constructor(private readonly broken: (text: string) => void) {
		this.worker.onmessage = (event: MessageEvent<Reply>) => this.receive(event.data);
		this.worker.onerror = (event) => {
			event.preventDefault();
			this.broken(event.message || 'the worker could not be started');
		};
	}

	private receive({ id, answer, error }: Reply): void {
		const waiting = this.waiting.get(id);
		this.waiting.delete(id);
		if (error === undefined) {
			waiting?.done(answer);
		} else {
			waiting?.failed(new Error(error));
		}
	}

	/** Asks in turn. A refusal is an `Error` with the library's sentence. */
	ask<K extends Kind>(kind: K, ask: Ask<K>): Promise<Answer<K>> {
		const id = ++this.count;
		return new Promise((resolve, reject) => {
			this.waiting.set(id, { kind, done: (answer) => resolve(answer as Answer<K>), failed: reject });
			this.worker.postMessage({ id, kind, ask } satisfies Question);
		});
	}

	/**
	 * Asks once the last question on this channel has its answer; drops it if a newer one comes before that. `failed`
	 * gets the library's sentence.
	 */
	latest<K extends Kind>(
		channel: string,
		kind: K,
		ask: Ask<K>,
		done: (answer: Answer<K>) => void,
		failed: (why: string) => void = this.broken,
	): void {
		const state = this.channels.get(channel) ?? { busy: false, next: undefined };
		this.channels.set(channel, state);
		const go = () => {
			state.busy = true;
			state.next = undefined;
			this.ask(kind, ask)
				.then(done, (error: Error) => failed(error.message))
				.finally(() => {
					state.busy = false;
					state.next?.();
				});
		};
		if (state.busy) {
			state.next = go;
		} else {
			go();
		}
	}
}
