import type { Disposable } from '../../core/ports/system';

/** Listeners of one event. */
export class Emitter<T = void> {
  private readonly entries = new Set<{ readonly listener: (value: T) => void }>();

  event(listener: (value: T) => void): Disposable {
    const entry = { listener };
    this.entries.add(entry);
    return { dispose: () => void this.entries.delete(entry) };
  }

  fire(value: T): void {
    for (const { listener } of [...this.entries]) listener(value);
  }

  dispose(): void {
    this.entries.clear();
  }
}
