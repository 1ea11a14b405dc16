import { loadOnce } from '../../core/base/async';

export interface WorkLoaderDeps<Work> {
  readonly load: () => Promise<Work>;
  readonly onLoaded: (work: Work) => void;
  /** For the log: what was thrown names a path of the installation. */
  readonly report: (error: unknown) => void;
  /** Notifies the user, and settles when the notification was closed. */
  readonly notify: () => Promise<void>;
}

/** Loads the second stage once, at its first use; after a failure the next use tries again. */
export class WorkLoader<Work extends { close(): Promise<void> }> {
  /** Undefined when it did not load, of which the user is notified, or when it was closed. */
  readonly get = async (): Promise<Work | undefined> => {
    if (this.isClosed) return undefined;
    const asked = this.load().catch((error: unknown) => this.failed(error));
    this.loading = asked;
    const work = await asked;
    return this.hasClosed() ? undefined : work;
  };
  private made: Work | undefined;
  private loading: Promise<unknown> | undefined;
  private isNotifying = false;
  private isClosed = false;
  private readonly load = loadOnce(async () => {
    this.made = await this.deps.load();
    if (!this.isClosed) this.deps.onLoaded(this.made);
    return this.made;
  });

  constructor(private readonly deps: WorkLoaderDeps<Work>) {}

  /** Closes what was loaded; loads nothing any more. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.made === undefined) await this.loading;
    await this.made?.close();
  }

  /** A method, because the answer changes during a wait. */
  private hasClosed(): boolean {
    return this.isClosed;
  }

  private failed(error: unknown): undefined {
    const { report, notify } = this.deps;
    if (this.isClosed) return;
    report(error);
    if (this.isNotifying) return;
    this.isNotifying = true;
    void notify()
      .catch(report)
      .finally(() => (this.isNotifying = false));
  }
}
