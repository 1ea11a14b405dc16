import type { Disposable, Clock } from '../../core/ports/system';

/** An editor that saves by renaming causes several events. */
const settleMs = 150;

/** Loads at once or after a moment, one load at a time. */
export class Reload implements Disposable {
  private loading: Promise<void> | undefined;
  private isAskedAgain = false;
  private isDisposed = false;
  private timer: Disposable | undefined;

  /** `load` must not reject. After `dispose` nothing is loaded any more. */
  constructor(
    private readonly load: () => Promise<void>,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  /** Loads as soon as possible: `settled` then waits for the current content. */
  now(): void {
    this.timer?.dispose();
    this.timer = undefined;
    if (this.isDisposed) return;
    this.isAskedAgain = true;
    this.loading ??= this.loadAll();
  }

  /** Loads once there were no events for a moment. */
  soon(): void {
    this.timer?.dispose();
    if (!this.isDisposed) this.timer = this.clock.after(settleMs, () => this.now());
  }

  /** Resolves when every load that was started, or requested by `now`, has ended. */
  async settled(): Promise<void> {
    return this.loading;
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }

  private async loadAll(): Promise<void> {
    do {
      this.isAskedAgain = false;
      await this.load();
    } while (this.isWanted());
    this.loading = undefined;
  }

  /** Checked after a wait, in which both may have changed. */
  private isWanted(): boolean {
    return this.isAskedAgain && !this.isDisposed;
  }
}
