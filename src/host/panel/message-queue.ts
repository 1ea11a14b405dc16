import type { QueuedItem } from '../../core/contracts/panel';
import { messageLabel, type Message } from './message';

interface Queued {
  readonly queuedId: string;
  readonly message: Message;
}

/** Messages that wait for the running turn to end, oldest first. */
export class MessageQueue {
  private waiting: readonly Queued[] = [];
  private count = 0;

  /** `name` is of this queue alone, so that its ids name no message of another. */
  constructor(private readonly name: string) {}

  items(): readonly QueuedItem[] {
    return this.waiting.map(({ queuedId, message }) => ({ queuedId, text: messageLabel(message) }));
  }

  add(message: Message): void {
    this.count += 1;
    this.waiting = [...this.waiting, { queuedId: `${this.name}/${this.count}`, message }];
  }

  next(): Message | undefined {
    const [first, ...others] = this.waiting;
    this.waiting = others;
    return first?.message;
  }

  /** Undefined when it waits no longer. */
  take(queuedId: string): Message | undefined {
    const found = this.waiting.find((each) => each.queuedId === queuedId);
    this.waiting = this.waiting.filter((each) => each !== found);
    return found?.message;
  }

  /** Makes this message the next; the others keep their order. Answers false without it. */
  toFront(queuedId: string): boolean {
    const found = this.waiting.find((each) => each.queuedId === queuedId);
    if (found === undefined) return false;
    this.waiting = [found, ...this.waiting.filter((each) => each !== found)];
    return true;
  }

  takeAll(): readonly Message[] {
    const all = this.waiting.map(({ message }) => message);
    this.waiting = [];
    return all;
  }
}
