import type { Disposable } from '../../../core/ports/system';
import { Emitter } from '../../system/emitter';

/** Storage problems the user should know about: files set aside, cut off, shared, disk full. */
export class Problems {
  private readonly texts = new Set<string>();
  private readonly reported = new Emitter<string>();
  private bytes = 0;

  constructor(private readonly log: (line: string) => void) {}

  /** Repeated texts are reported once. */
  report(text: string): void {
    if (this.texts.has(text)) return;
    this.texts.add(text);
    this.log(text);
    this.reported.fire(text);
  }

  /** Counts bytes removed from the end of files after a crash. */
  dropped(bytes: number): void {
    this.bytes += bytes;
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
