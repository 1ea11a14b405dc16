import { t } from '../window/language';
import type * as z from 'zod';
import {
  settings,
  type SettingKey,
  type SettingValue,
} from '../../core/contracts/settings/settings';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import { failClosed, type UserSettingKey } from './fail-closed';
import { isObject } from '../../core/contracts/json';
import { closestIssue, issueText, valueAt, type Issue } from './issue-text';
import { thrownIssue, type ValueIssue, checkValue, type CheckContext } from './value-checks';

/** The parts of VS Code's `inspect` result for one key that count here. */
export interface InspectedSetting {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

export interface SettingSource {
  /** `key` is without the `gatehouse.` prefix. */
  inspect(key: string): InspectedSetting | undefined;
}

/** A value that cannot be used: what is wrong with it, and where. */
export interface SettingProblem {
  readonly key: SettingKey;
  /** Place inside the value, `bash[0].action`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

export interface SettingValues {
  get<K extends SettingKey>(key: K): SettingValue<K>;
  problems(): readonly SettingProblem[];
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

/** Those that only the user sets. */
export const userKeys = settingKeys.filter(isUserKey);

function isUserKey(key: SettingKey): key is UserSettingKey {
  return settings[key].scope === 'application';
}

/** True for what only the user sets. */
export function isUserSetting(name: string): boolean {
  return isSettingKey(name) && isUserKey(name);
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

/**
 * Reads every setting once. Only the user's value or our own default counts: a workspace, and the
 * defaults that another extension contributes, never loosen anything (decision 31). What a
 * workspace may set is read by `readWorkspaceRules`.
 */
export function readSettings(source: SettingSource, context: CheckContext): SettingsReading {
  const inspected = new Map(settingKeys.map((key) => [key, inspect(source, key)]));
  const checked = userKeys.map((key) => check(key, inspected.get(key), context));
  const values = new Map(checked.map(({ key, usable }) => [key, usable]));
  const closed = checked.flatMap(({ key, isBroken }) => (isBroken ? (failClosed[key] ?? {}) : []));

  function read<K extends SettingKey>(key: K): SettingValue<K> {
    const forced = closed.find((each) => each[key] !== undefined)?.[key];
    if (forced !== undefined) return forced;
    const raw = isUserKey(key) ? values.get(key) : userValue(inspected.get(key));
    const parsed = raw === undefined ? undefined : table[key].schema.safeParse(raw);
    return parsed?.success === true ? parsed.data : table[key].default;
  }

  return {
    get: read,
    problems: checked.flatMap(({ problems }) => problems),
    ignoredWorkspaceKeys: userKeys.filter((key) => {
      const found = inspected.get(key);
      if (found?.ok !== true) return false;
      const { workspaceValue, workspaceFolderValue } = found.value ?? {};
      return workspaceValue !== undefined || workspaceFolderValue !== undefined;
    }),
  };
}

type Inspected = Result<InspectedSetting | undefined, ValueIssue>;

/** A value that cannot be read is an error: the value before it must not stay active. */
function inspect(source: SettingSource, key: SettingKey): Inspected {
  try {
    return succeed(source.inspect(key));
  } catch (error) {
    return fail(thrownIssue(error));
  }
}

function userValue(inspected: Inspected | undefined): unknown {
  return inspected?.ok === true ? inspected.value?.globalValue : undefined;
}

interface Checked {
  readonly key: UserSettingKey;
  /** Undefined where it is not set or broken. */
  readonly usable: unknown;
  readonly isBroken: boolean;
  readonly problems: readonly SettingProblem[];
}

/** Settings whose entries stand alone: one with a problem takes no other with it. */
const readByEntry: ReadonlySet<SettingKey> = new Set(['mcp.servers']);

function check(
  key: UserSettingKey,
  inspected: Inspected | undefined,
  context: CheckContext,
): Checked {
  const problem = ({ path, message }: ValueIssue) => ({ key, path: pathText(path), message });
  const broken = (fault: ValueIssue, others: readonly SettingProblem[] = []): Checked => {
    return { key, usable: undefined, isBroken: true, problems: [...others, problem(fault)] };
  };
  if (inspected?.ok === false) return broken(inspected.failure);
  const raw = userValue(inspected);
  const faults = new Map<string, ValueIssue>();
  for (const [name, entry] of readByEntry.has(key) && isObject(raw) ? Object.entries(raw) : []) {
    const fault = faultIn(key, Object.fromEntries([[name, entry]]), context);
    if (fault !== undefined) faults.set(name, fault);
  }
  const problems = [...faults.values()].map(problem);
  const usable = isObject(raw) && faults.size > 0 ? without(raw, faults) : raw;
  const fault = faultIn(key, usable, context);
  return fault === undefined ? { key, usable, isBroken: false, problems } : broken(fault, problems);
}

function without(value: object, names: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

/** Problem of a value; a failed check is a problem too. */
function faultIn(key: UserSettingKey, raw: unknown, context: CheckContext): ValueIssue | undefined {
  if (raw === undefined) return undefined;
  try {
    const parsed = table[key].schema.safeParse(raw);
    return parsed.success
      ? checkValue(key, parsed.data, context)
      : issueOf(parsed.error.issues, raw);
  } catch (error) {
    return thrownIssue(error);
  }
}

/** Schema violations of a value. */
export function schemaIssue(key: SettingKey, value: unknown): ValueIssue | undefined {
  const parsed = table[key].schema.safeParse(value);
  return parsed.success ? undefined : issueOf(parsed.error.issues, value);
}

export function issueOf([first]: readonly Issue[], value: unknown): ValueIssue {
  if (first === undefined) return { path: [], message: t('the value is not valid') };
  const issue = closestIssue(first);
  const { path } = issue;
  return { path, message: issueText(issue, t('the value'), valueAt(value, path)) };
}

/** A path inside a value: `bash[0].action`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${String(part)}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

/** A setting as it is in force, for a report. */
export interface SettingInForce {
  readonly key: SettingKey;
  readonly value: unknown;
  readonly isDefault: boolean;
}

/** Every setting, by name. */
export function settingsInForce({ get }: Pick<SettingValues, 'get'>): readonly SettingInForce[] {
  return settingKeys.toSorted().map((key) => {
    const value = get(key);
    const isDefault = JSON.stringify(value) === JSON.stringify(settings[key].default);
    return { key, value, isDefault };
  });
}
