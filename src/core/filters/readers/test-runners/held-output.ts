/** Characters held back of tests without a verdict so far. */
const maxHeldChars = 64 * 1024;

const none: readonly string[] = [];

interface Held {
  readonly owner: string;
  readonly line: string;
}

/** Lines printed before the verdict of their test. */
export class HeldOutput {
  private held: Held[] = [];
  private units = 0;

  /** False when there is no room: the caller must report the line. */
  hold(owner: string, line: string): boolean {
    if (this.units + line.length >= maxHeldChars) return false;
    this.held.push({ owner, line });
    this.units += line.length + 1;
    return true;
  }

  /** Removes and returns the lines of one test, in order. */
  take(owner: string): readonly string[] {
    if (this.held.length === 0) return none;
    const own = this.held.filter((each) => each.owner === owner);
    if (own.length > 0) this.held = this.held.filter((each) => each.owner !== owner);
    return this.drop(own);
  }

  /** All of them. */
  takeAll(): readonly string[] {
    if (this.held.length === 0) return none;
    const all = this.held;
    this.held = [];
    return this.drop(all);
  }

  private drop(dropped: readonly Held[]): readonly string[] {
    return dropped.map(({ line }) => {
      this.units -= line.length + 1;
      return line;
    });
  }
}
