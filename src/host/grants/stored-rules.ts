import * as z from 'zod';
import type { SavedRule } from './types';

const storedSchema = z.array(
  z.strictObject({
    tool: z.string().min(1),
    pattern: z.string().min(1),
    added: z.string().exactOptional(),
  }),
);

/** VS Code's Memento, as far as it is used here. */
export interface GrantMemento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface StoredRulesDeps {
  /** Global state: a workspace's files never decide what was granted. */
  readonly memento: GrantMemento;
  /** Stable canonical name of the open workspace; undefined when no folder is open. */
  readonly workspaceKey: () => string | undefined;
  /** Tells the person, once per cause. */
  readonly problem: (message: string) => void;
}

/** The rules of this workspace in the global state. What cannot be read stays, and grants nothing. */
export function createStoredRules(deps: StoredRulesDeps) {
  const reported = new Set<string>();

  function memoryKey(): string | undefined {
    const workspace = deps.workspaceKey();
    return workspace === undefined ? undefined : `gatehouse.grants:${workspace}`;
  }

  function report(key: string): void {
    if (reported.has(key)) return;
    reported.add(key);
    deps.problem(
      'The rules granted for this workspace cannot be read and are not used. Calls ask again; a rule you grant now starts a new list, and the unreadable one is kept aside.',
    );
  }

  return {
    read(): readonly SavedRule[] {
      const key = memoryKey();
      const value = key === undefined ? undefined : deps.memento.get(key);
      if (key === undefined || value === undefined) return [];
      const rules = storedSchema.safeParse(value);
      if (rules.success) return rules.data;
      report(key);
      return [];
    },
    async write(rules: readonly SavedRule[]): Promise<void> {
      const key = memoryKey();
      if (key === undefined) return;
      const old = deps.memento.get(key);
      if (old !== undefined && !storedSchema.safeParse(old).success) {
        await deps.memento.update(`${key}:unreadable`, old);
      }
      await deps.memento.update(key, rules.length === 0 ? undefined : rules);
    },
  };
}
