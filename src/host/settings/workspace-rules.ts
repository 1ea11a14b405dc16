import type { PermissionRule } from '../../core/contracts/decision';
import { settings } from '../../core/contracts/settings';
import { isObject } from '../../core/base/json-read';
import { canonicalToolName } from '../policy/tool-names';
import { faultOf, placeOf, type SettingProblem } from './read-settings';

/** The two keys by which a workspace tightens (DESIGN decision 31). */
export const workspaceKeys = ['workspace.deny', 'workspace.ask'] as const;
export type WorkspaceKey = (typeof workspaceKeys)[number];

/** One value of a key, and where it was set: a folder's name, or undefined for the workspace. */
export interface WorkspaceValue {
  readonly key: WorkspaceKey;
  readonly where: string | undefined;
  readonly value: unknown;
}

export interface WorkspaceReading {
  /** Denies before asks. None of them allows anything, whatever the values hold. */
  readonly rules: readonly PermissionRule[];
  readonly problems: readonly SettingProblem[];
}

const consequence = 'What can be read of it holds, and every tool call asks.';

/**
 * The rules of all folders and of the workspace, joined. What can be read of a malformed value
 * holds; since a rule may be lost, every call asks as well.
 */
export function readWorkspaceRules(values: readonly WorkspaceValue[]): WorkspaceReading {
  const readings = values.filter(({ value }) => value !== undefined).map(readValue);
  const all = readings.flatMap(({ rules }) => rules);
  const isDeny = ({ action }: PermissionRule) => action === 'deny';
  return {
    rules: withoutRepeats(
      [...all.filter(isDeny), ...all.filter((rule) => !isDeny(rule))],
      ({ tool, pattern, action }) => [tool, pattern, action],
    ),
    problems: withoutRepeats(
      readings.flatMap(({ problems }) => problems),
      ({ key, path, message }) => [key, path, message],
    ),
  };
}

function readValue(given: WorkspaceValue): WorkspaceReading {
  const { key, value } = given;
  const parsed = settings[key].schema.safeParse(value);
  const rules = patternsOf(given).map((found) => ruleOf(given, found));
  if (parsed.success) return { rules, problems: [] };
  const { path, message } = faultOf(parsed.error.issues);
  const asked = { tool: '*', pattern: '*', action: 'ask', source: 'workspace' } as const;
  return {
    rules: [...rules, { ...asked, place: placed(given, `${key} (unreadable)`) }],
    problems: [{ key, path: placeOf(path), message, consequence }],
  };
}

interface FoundPattern {
  readonly tool: string;
  readonly pattern: string;
  readonly place: string;
}

/** Every pattern that can be read, of every tool whose name can. */
function patternsOf({ key, value }: WorkspaceValue): readonly FoundPattern[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([tool, list]) => {
    const isName = settings[key].schema.safeParse({ [tool]: [] }).success;
    const patterns: readonly unknown[] = isName && Array.isArray(list) ? list : [];
    return patterns.flatMap((pattern, at) =>
      typeof pattern === 'string' && pattern !== ''
        ? [{ tool, pattern, place: placeOf([tool, at]) }]
        : [],
    );
  });
}

function ruleOf(given: WorkspaceValue, { tool, pattern, place }: FoundPattern): PermissionRule {
  return {
    tool: canonicalToolName(tool),
    pattern,
    action: given.key === 'workspace.deny' ? 'deny' : 'ask',
    source: 'workspace',
    place: placed(given, `${given.key}.${place}`),
  };
}

function placed({ where }: WorkspaceValue, place: string): string {
  return where === undefined ? place : `${place} in ${where}`;
}

/** A folder's file counts as the workspace's too when it is the only folder. */
function withoutRepeats<T>(
  items: readonly T[],
  contentOf: (item: T) => readonly string[],
): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const content = JSON.stringify(contentOf(item));
    return !seen.has(content) && seen.add(content);
  });
}
