import { inEnglish, unique, type Sentence } from '../../../core/base/sentence';
import type { Disposable } from '../../../core/ports/system';
import { Emitter } from '../../system/emitter';

/** Storage problems the user should know about: files set aside, cut off, shared, disk full. */
export class Problems {
  private texts: readonly Sentence[] = [];
  private readonly reported = new Emitter<Sentence>();
  private bytes = 0;

  constructor(private readonly log: (line: string) => void) {}

  /**
   * Repeated texts are reported once; `dropped` counts bytes removed from the end of files after a
   * crash.
   */
  report(text: Sentence, dropped = 0): void {
    this.bytes += dropped;
    const texts = unique([...this.texts, text]);
    if (texts.length === this.texts.length) return;
    this.texts = texts;
    this.log(inEnglish(text));
    this.reported.fire(text);
  }

  /** Total number of bytes removed so far. */
  droppedBytes(): number {
    return this.bytes;
  }

  list(): readonly Sentence[] {
    return this.texts;
  }

  onProblem(listener: (text: Sentence) => void): Disposable {
    return this.reported.event(listener);
  }
}
