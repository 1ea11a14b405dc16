import type * as z from 'zod';
import {
  settings,
  type SettingKey,
  type Settings,
  type SettingValue,
} from '../../core/contracts/settings';

/** What VS Code's `inspect` tells of one key, as far as it counts here. */
export interface InspectedSetting {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

export interface SettingSource {
  /** `key` is without the `gatehouse.` prefix. */
  inspect(key: string): InspectedSetting | undefined;
}

/** A value that cannot be used: what is wrong with it, where, and what holds in its place. */
export interface SettingProblem {
  readonly key: SettingKey;
  /** Place inside the value, `bash[0].action`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
  /** What holds until the value is corrected. */
  readonly consequence: string;
}

export interface SettingsReading {
  get<K extends SettingKey>(key: K): SettingValue<K>;
  readonly problems: readonly SettingProblem[];
  /** Keys that a workspace sets though only the user may. */
  readonly ignoredWorkspaceKeys: readonly SettingKey[];
}

interface TypedSetting<V> {
  readonly schema: z.ZodType<V>;
  readonly default: V;
}
const table: { readonly [K in SettingKey]: TypedSetting<SettingValue<K>> } = settings;

export const settingKeys: readonly SettingKey[] = Object.keys(settings).filter(isSettingKey);

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

const everyPath = '**';

/**
 * What an unreadable value of a rule leads to. A lost rule could have been a deny, so nothing that
 * it may have narrowed is allowed either.
 */
const failClosed: {
  readonly [K in SettingKey]?: { readonly values: Partial<Settings>; readonly consequence: string };
} = {
  permissions: {
    values: { permissions: {}, defaultPermissions: {} },
    consequence: 'No permission rule is used, and every tool call asks.',
  },
  defaultPermissions: {
    values: { defaultPermissions: {} },
    consequence: 'None of the shipped rules is used.',
  },
  allowedTools: { values: { allowedTools: [] }, consequence: 'No tool may run.' },
  'file.denyRead': {
    values: { 'file.denyRead': [everyPath] },
    consequence: 'No file may be read.',
  },
  'file.allowRead': {
    values: { 'file.denyRead': [everyPath] },
    consequence: 'No file may be read.',
  },
};

/**
 * Reads every setting once. Only the user's value or our own default counts: a workspace, and the
 * defaults that another extension contributes, never loosen anything (DESIGN decision 31).
 */
export function readSettings(source: SettingSource): SettingsReading {
  const inspected = new Map(settingKeys.map((key) => [key, source.inspect(key)]));
  const problems = settingKeys.flatMap((key) => check(key, inspected.get(key)?.globalValue));
  const broken = new Set(problems.map((problem) => problem.key));
  const closed = [...broken].flatMap((key) => failClosed[key]?.values ?? []);

  function read<K extends SettingKey>(key: K): SettingValue<K> {
    const forced = closed.find((values) => values[key] !== undefined)?.[key];
    if (forced !== undefined) return forced;
    const raw = inspected.get(key)?.globalValue;
    const parsed = raw === undefined ? undefined : table[key].schema.safeParse(raw);
    return parsed?.success === true ? parsed.data : table[key].default;
  }

  return {
    get: read,
    problems,
    ignoredWorkspaceKeys: settingKeys.filter((key) => {
      const found = inspected.get(key);
      const set = found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
      return set && settings[key].scope === 'application';
    }),
  };
}

function check(key: SettingKey, raw: unknown): readonly SettingProblem[] {
  if (raw === undefined) return [];
  const parsed = settings[key].schema.safeParse(raw);
  if (parsed.success) return [];
  const issue = parsed.error.issues[0];
  return [
    {
      key,
      path: placeOf(issue?.path ?? []),
      message: issue?.message ?? 'The value cannot be read',
      consequence: failClosed[key]?.consequence ?? 'The default is used.',
    },
  ];
}

function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${String(part)}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

/** One problem as the person reads it. */
export function problemText(problem: SettingProblem): string {
  const place = problem.path === '' ? '' : ` at ${problem.path}`;
  return `gatehouse.${problem.key}${place}: ${problem.message}. ${problem.consequence}`;
}
