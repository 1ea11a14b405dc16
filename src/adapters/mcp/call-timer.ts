import type { Clock, Disposable } from '../../core/ports/system';

/** In milliseconds. */
export interface CallLimits {
  /** Without an answer or progress. */
  readonly idle: number;
  /** In all, whatever progress it reports. */
  readonly total: number;
}

/** Ends a call that takes too long. While the user is asked, no time passes. */
export class CallTimer implements Disposable {
  private readonly late = new AbortController();
  private readonly timers: Disposable[] = [];
  private left: number;
  private runsSince: number;
  private pauses = 0;
  private isOver = false;

  constructor(
    private readonly clock: Clock,
    private readonly limits: CallLimits,
  ) {
    this.left = limits.total;
    this.runsSince = clock.monotonic();
    this.start();
  }

  /** Aborted when the call has taken too long. */
  get signal(): AbortSignal {
    return this.late.signal;
  }

  /** The server has shown that it works on it. */
  progress(): void {
    if (this.pauses > 0) return;
    this.left -= this.clock.monotonic() - this.runsSince;
    this.start();
  }

  /** Until it has been resumed as often. */
  pause(): void {
    if (this.pauses === 0) {
      this.left -= this.clock.monotonic() - this.runsSince;
      this.stop();
    }
    this.pauses += 1;
  }

  resume(): void {
    this.pauses -= 1;
    if (this.pauses === 0) this.start();
  }

  dispose(): void {
    this.isOver = true;
    this.stop();
  }

  private stop(): void {
    for (const timer of this.timers.splice(0)) timer.dispose();
  }

  private start(): void {
    this.stop();
    if (this.isOver) return;
    this.runsSince = this.clock.monotonic();
    const ms = Math.max(0, Math.min(this.limits.idle, this.left));
    this.timers.push(this.clock.after(ms, () => this.late.abort()));
  }
}
