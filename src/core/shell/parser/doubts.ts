import { inEnglish, type Sentence } from '../../base/sentence';

/** Why a command asks, for the user: each reason once. */
export class Doubts implements Iterable<Sentence> {
  private readonly byText = new Map<string, Sentence>();

  constructor(doubts: Iterable<Sentence> = []) {
    this.add(...doubts);
  }

  get size(): number {
    return this.byText.size;
  }

  add(...doubts: readonly Sentence[]): void {
    for (const doubt of doubts) this.byText.set(inEnglish(doubt), doubt);
  }

  [Symbol.iterator](): Iterator<Sentence> {
    return this.byText.values();
  }
}
