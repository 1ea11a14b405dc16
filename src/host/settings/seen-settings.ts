import * as z from 'zod';
import type { Memory } from '../window/memory';

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

export interface SeenSettingsDeps {
  /** Of the user's settings. */
  readonly everywhere: Memory;
  /** Of the settings of a workspace and its folders. */
  readonly here: Memory;
  readonly digest: (text: string) => string;
  readonly report: (error: unknown) => void;
}

const seenSchema = z.record(z.string(), z.string());

/** Digests, so that no value of a setting is copied to where no one looks for it. */
export function createSeenSettings(deps: SeenSettingsDeps): SeenSettings {
  const places = [
    { memory: deps.everywhere, holds: isOfUser },
    { memory: deps.here, holds: (key: string) => !isOfUser(key) },
  ];
  return {
    changes: (now) =>
      places.flatMap(({ memory, holds }) => {
        const seen = seenSchema.safeParse(memory.get()).data;
        return seen === undefined ? [] : differences(seen, digestsOf(now, holds));
      }),
    set(now) {
      for (const { memory, holds } of places) {
        const digests = digestsOf(now, holds);
        const seen = seenSchema.safeParse(memory.get()).data;
        if (seen !== undefined && differences(seen, digests).length === 0) continue;
        memory.set(digests).then(undefined, deps.report);
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
