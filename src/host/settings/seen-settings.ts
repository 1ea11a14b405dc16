import * as z from 'zod';

/** The values of settings that the audit log knows, as digests: they show that one changed. */
export interface SeenSettings {
  /** What differs from the known values, by scope and name; nothing when none are known. */
  changes(now: ReadonlyMap<string, string>): readonly UnseenChange[];
  set(now: ReadonlyMap<string, string>): void;
}

export type SettingChange = 'set' | 'changed' | 'removed';

export interface UnseenChange {
  /** Scope and name, on a line each. */
  readonly key: string;
  readonly change: SettingChange;
}

/** The part of VS Code's Memento that is used here. */
export interface SeenMemento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface SeenSettingsDeps {
  /** Of the user's settings. */
  readonly everywhere: SeenMemento;
  /** Of the settings of a workspace and its folders. */
  readonly here: SeenMemento;
  readonly digest: (text: string) => string;
  readonly report: (error: unknown) => void;
}

const memoryKey = 'gatehouse.seenSettings';
const seenSchema = z.record(z.string(), z.string());

/** Digests, so that no value of a setting is copied to where no one looks for it. */
export function createSeenSettings(deps: SeenSettingsDeps): SeenSettings {
  const places = [
    { memento: deps.everywhere, holds: isOfUser },
    { memento: deps.here, holds: (key: string) => !isOfUser(key) },
  ];
  return {
    changes: (now) =>
      places.flatMap(({ memento, holds }) => {
        const seen = seenSchema.safeParse(memento.get(memoryKey)).data;
        return seen === undefined ? [] : differences(seen, digestsOf(now, holds));
      }),
    set(now) {
      for (const { memento, holds } of places) {
        const digests = digestsOf(now, holds);
        const seen = seenSchema.safeParse(memento.get(memoryKey)).data;
        if (seen !== undefined && differences(seen, digests).length === 0) continue;
        memento.update(memoryKey, digests).then(undefined, deps.report);
      }
    },
  };

  function digestsOf(
    now: ReadonlyMap<string, string>,
    holds: (key: string) => boolean,
  ): Readonly<Record<string, string>> {
    const held = [...now].filter(([key]) => holds(key));
    return Object.fromEntries(held.map(([key, text]) => [key, deps.digest(text)]));
  }
}

function isOfUser(key: string): boolean {
  return key.startsWith('user\n');
}

type Digests = Readonly<Record<string, string>>;

function differences(before: Digests, now: Digests): readonly UnseenChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key) => {
    if (before[key] === now[key]) return [];
    const change =
      now[key] === undefined ? 'removed' : before[key] === undefined ? 'set' : 'changed';
    return [{ key, change } as const];
  });
}
