import type { Disposable } from '../../core/ports/disposable';

/** Listeners of one event without arguments. */
export class Emitter {
  private readonly entries = new Set<{ readonly listener: () => void }>();

  event(listener: () => void): Disposable {
    const entry = { listener };
    this.entries.add(entry);
    return { dispose: () => void this.entries.delete(entry) };
  }

  fire(): void {
    for (const { listener } of [...this.entries]) listener();
  }

  dispose(): void {
    this.entries.clear();
  }
}
