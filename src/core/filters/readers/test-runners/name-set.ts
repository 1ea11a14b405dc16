/** More names than a model is ever shown; further names are not remembered. */
const maxNames = 10_000;

/** Names that were seen, a bounded number of them. */
export class NameSet {
  private readonly names = new Set<string>();

  add(name: string): void {
    if (this.names.size < maxNames) this.names.add(name);
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** True the first time, and always when the set is full. */
  isNew(name: string): boolean {
    if (this.names.has(name)) return false;
    this.add(name);
    return true;
  }
}
