/** Characters that are held of tests whose verdict has not come. */
const maxHeldChars = 64 * 1024;

const none: readonly string[] = [];

interface Held {
  readonly owner: string;
  readonly line: string;
}

/** Lines that were printed before the verdict on their test. */
export interface HeldOutput {
  /** False when there is no room: the caller must report the line. */
  hold(owner: string, line: string): boolean;
  /** The lines of one test, in their order; they are held no longer. */
  take(owner: string): readonly string[];
  /** All of them. */
  takeAll(): readonly string[];
}

export function createHeldOutput(): HeldOutput {
  let held: Held[] = [];
  let units = 0;
  const drop = (dropped: readonly Held[]): readonly string[] =>
    dropped.map(({ line }) => {
      units -= line.length + 1;
      return line;
    });
  return {
    hold: (owner, line) => {
      if (units + line.length >= maxHeldChars) return false;
      held.push({ owner, line });
      units += line.length + 1;
      return true;
    },
    take: (owner) => {
      if (held.length === 0) return none;
      const own = held.filter((each) => each.owner === owner);
      if (own.length > 0) held = held.filter((each) => each.owner !== owner);
      return drop(own);
    },
    takeAll: () => {
      if (held.length === 0) return none;
      const all = held;
      held = [];
      return drop(all);
    },
  };
}
