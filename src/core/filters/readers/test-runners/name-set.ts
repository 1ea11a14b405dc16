/** More names than a model is ever shown; further names are not remembered. */
const maxNames = 10_000;

/** Names that were seen, a bounded number of them. */
export interface NameSet {
  add(name: string): void;
  has(name: string): boolean;
  /** True the first time, and always when the set is full. */
  isNew(name: string): boolean;
}

export function createNameSet(): NameSet {
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.size < maxNames) names.add(name);
  };
  return {
    add,
    has: (name) => names.has(name),
    isNew: (name) => {
      if (names.has(name)) return false;
      add(name);
      return true;
    },
  };
}
