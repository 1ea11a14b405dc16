import type { Clock, Disposable } from '../../core/ports/system';

/** Changes in quick succession are one, in milliseconds. */
const afterMs = 300;
/** A list that changes more often than this in a minute is not read again. */
const maxInMinute = 20;

/** Reads lists of a server again after it has changed them, but not as often as it likes. */
export class Relisting implements Disposable {
  private waiting: Disposable | undefined;
  private times: number[] = [];

  constructor(private readonly clock: Clock) {}

  soon(signal: AbortSignal, read: () => void): void {
    const now = this.clock.monotonic();
    if (this.waiting !== undefined || signal.aborted) return;
    this.times = this.times.filter((at) => now - at < 60_000);
    if (this.times.length >= maxInMinute) return;
    this.times.push(now);
    this.waiting = this.clock.after(afterMs, () => {
      this.waiting = undefined;
      read();
    });
  }

  dispose(): void {
    this.waiting?.dispose();
    this.waiting = undefined;
  }
}
