import type { Sentence } from '../../../core/base/sentence';
import { errnoOf } from '../../system/errno';
import type { RequestContext, RequestName, StoreRequests, WorkerFolder } from './protocol';

/** What a window asks its worker, which serves several folders. */
export type ToWorker =
  | {
      readonly name: 'ask';
      readonly id: number;
      /** Opened with its first request. */
      readonly folder: WorkerFolder;
      readonly request: RequestName;
      readonly value: StoreRequests[RequestName][0];
      readonly context: RequestContext;
    }
  | { readonly name: 'close'; readonly id: number };

/** What the worker asks or reports to the window of a folder. */
export type ToWindow =
  | { readonly name: 'isHeld' | 'live'; readonly id: number }
  | {
      readonly name: 'report';
      readonly id: number;
      readonly text: Sentence;
      readonly dropped: number;
    };

/** What travels; `Ask` is what this direction asks. */
export type Message<Ask> =
  | { readonly kind: 'ask'; readonly call: number; readonly ask: Ask }
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly call: number; readonly text: string; readonly code: string };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One end of a channel on which both ends ask and answer. */
export class Peer<Own, Other> {
  private readonly waiting = new Map<number, Waiting>();
  private calls = 0;
  private lost: Error | undefined;

  constructor(
    private readonly post: (message: Message<Own>) => void,
    private readonly answer: (ask: Other) => unknown,
  ) {}

  ask(ask: Own): Promise<unknown> {
    if (this.lost !== undefined) return Promise.reject(this.lost);
    this.calls += 1;
    const call = this.calls;
    return new Promise((resolve, reject) => {
      this.waiting.set(call, { resolve, reject });
      this.post({ kind: 'ask', call, ask });
    });
  }

  /** True if nothing is awaited. */
  isIdle(): boolean {
    return this.waiting.size === 0;
  }

  /** Call with each message of the other end. */
  receive(message: Message<Other>): void {
    if (message.kind === 'ask') {
      void this.reply(message.call, message.ask);
      return;
    }
    const waiting = this.waiting.get(message.call);
    this.waiting.delete(message.call);
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(Object.assign(new Error(message.text), { code: message.code }));
  }

  /** Call when the other end is gone. */
  fail(error: Error): void {
    this.lost = error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  private async reply(call: number, ask: Other): Promise<void> {
    try {
      this.post({ kind: 'answer', call, value: await this.answer(ask) });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.post({ kind: 'error', call, text, code: errnoOf(error) });
    }
  }
}
