/** The paths that calls or an undo change while a command runs: those changes are not its own. */
export class TouchedPaths {
  private readonly changing = new Set<readonly string[]>();
  private readonly watching = new Set<Set<string>>();

  /** Collects what is changed from now on, also by what has begun before, until `stop`. */
  watch(): { readonly paths: ReadonlySet<string>; readonly stop: () => void } {
    const paths = new Set([...this.changing].flat());
    this.watching.add(paths);
    return { paths, stop: () => void this.watching.delete(paths) };
  }

  /** Call before a change; returns what to call when it has ended. */
  begin(paths: readonly string[]): () => void {
    this.changing.add(paths);
    for (const watched of this.watching) for (const path of paths) watched.add(path);
    return () => void this.changing.delete(paths);
  }

  async during<T>(paths: readonly string[], change: () => Promise<T>): Promise<T> {
    const ended = this.begin(paths);
    try {
      return await change();
    } finally {
      ended();
    }
  }
}
