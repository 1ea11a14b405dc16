import type { Clock, Disposable } from '../../core/ports/system';

/** Messages in a second; more are read later, and a server that goes on so is ended. */
const maxPerSecond = 1000;
const maxFloodedSeconds = 10;

/** Slows a server that sends more than anybody reads. */
export class FloodGate implements Disposable {
  private inSecond = 0;
  private startedAt: number;
  private floodedSeconds = 0;
  private timer: Disposable | undefined;

  constructor(private readonly clock: Clock) {
    this.startedAt = clock.monotonic();
  }

  count(messages: number, resume: () => void): 'go on' | 'pause' | 'end' {
    const since = this.clock.monotonic() - this.startedAt;
    if (since >= 1000) {
      if (this.inSecond <= maxPerSecond) this.floodedSeconds = 0;
      this.startedAt += since;
      this.inSecond = 0;
    }
    this.inSecond += messages;
    if (this.inSecond <= maxPerSecond || this.timer !== undefined) return 'go on';
    this.floodedSeconds += 1;
    if (this.floodedSeconds > maxFloodedSeconds) return 'end';
    this.timer = this.clock.after(1000, () => {
      this.timer = undefined;
      resume();
    });
    return 'pause';
  }

  dispose(): void {
    this.timer?.dispose();
  }
}
