import { shownText, type Message } from './message';

/** Messages that wait for the running turn to end, oldest first. */
export class MessageQueue {
  private messages: readonly Message[] = [];

  texts(): readonly string[] {
    return this.messages.map(shownText);
  }

  add(message: Message): void {
    this.messages = [...this.messages, message];
  }

  next(): Message | undefined {
    return this.take(0);
  }

  /** Undefined when there is none at this place. */
  take(index: number): Message | undefined {
    const message = this.messages[index];
    this.messages = this.messages.filter((_, at) => at !== index);
    return message;
  }

  /** Makes this message the next; the others keep their order. Answers false without it. */
  toFront(index: number): boolean {
    const message = this.take(index);
    if (message !== undefined) this.messages = [message, ...this.messages];
    return message !== undefined;
  }

  takeAll(): readonly Message[] {
    const all = this.messages;
    this.messages = [];
    return all;
  }
}
