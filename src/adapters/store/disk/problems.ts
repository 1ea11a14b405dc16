import type { Disposable } from '../../../core/ports/system';
import { Emitter } from '../../system/emitter';

/** Storage problems the user should know about: files set aside, cut off, shared, disk full. */
export class Problems {
  private readonly texts = new Set<string>();
  private readonly reported = new Emitter<string>();
  private bytes = 0;

  constructor(private readonly log: (line: string) => void) {}

  /**
   * Repeated texts are reported once; `dropped` counts bytes removed from the end of files after a
   * crash.
   */
  report(text: string, dropped = 0): void {
    this.bytes += dropped;
    if (this.texts.has(text)) return;
    this.texts.add(text);
    this.log(text);
    this.reported.fire(text);
  }

  /** Total number of bytes removed so far. */
  droppedBytes(): number {
    return this.bytes;
  }

  list(): readonly string[] {
    return [...this.texts];
  }

  onProblem(listener: (text: string) => void): Disposable {
    return this.reported.event(listener);
  }
}
