import type { PermissionRule } from '../../core/contracts/calls/decision';
import { ruleBounds } from '../../core/contracts/settings/define-setting';
import { settings } from '../../core/contracts/settings/settings';
import { isObject } from '../../core/contracts/json';
import { canonicalToolName } from './tool-names';
import { thrownIssue, type ValueIssue, checkPatternsOf, checkToolPatterns } from './value-checks';
import { issueOf, pathText, type SettingProblem } from './read-settings';

/** The two keys by which a workspace makes rules stricter (decision 31). */
export const workspaceKeys = ['workspace.deny', 'workspace.ask'] as const;
export type WorkspaceKey = (typeof workspaceKeys)[number];

/** One value of a key, and where it was set: a folder's name, or undefined for the workspace. */
export interface WorkspaceValue {
  readonly key: WorkspaceKey;
  readonly where: string | undefined;
  /** Throws when it cannot be read. */
  readonly value: () => unknown;
}

export interface WorkspaceReading {
  /** Denies before asks. None of them allows anything, whatever the values contain. */
  readonly rules: readonly PermissionRule[];
  readonly problems: readonly SettingProblem[];
}

/**
 * The rules of all folders and of the workspace, joined. The readable part of a malformed value
 * applies; because a rule may be lost, every call asks too.
 */
export function readWorkspaceRules(values: readonly WorkspaceValue[]): WorkspaceReading {
  const readings = values.map(readValue);
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
  const { key } = given;
  const { rules, fault } = readParts(given);
  if (fault === undefined) return { rules, problems: [] };
  const asked = { tool: '*', pattern: '*', action: 'ask', source: 'workspace' } as const;
  return {
    rules: [...rules, { ...asked, place: placed(given, key), isUnreadable: true }],
    problems: [{ key, path: pathText(fault.path), message: fault.message }],
  };
}

interface Parts {
  readonly rules: readonly PermissionRule[];
  readonly fault: ValueIssue | undefined;
}

/** A workspace value may be anything; one that throws when read counts as invalid. */
function readParts(given: WorkspaceValue): Parts {
  try {
    const value = given.value();
    if (value === undefined) return { rules: [], fault: undefined };
    const rules = patternsOf(given.key, value).map((found) => ruleOf(given, found));
    const parsed = settings[given.key].schema.safeParse(value);
    const fault = parsed.success
      ? checkToolPatterns(parsed.data)
      : issueOf(parsed.error.issues, value);
    return { rules, fault };
  } catch (error) {
    return { rules: [], fault: thrownIssue(error) };
  }
}

interface FoundPattern {
  readonly tool: string;
  readonly pattern: string;
  readonly place: string;
}

/** The readable patterns of tools with readable names, within the limits of the schema. */
function patternsOf(key: WorkspaceKey, value: unknown): readonly FoundPattern[] {
  if (!isObject(value)) return [];
  const { schema } = settings[key];
  const tools = Object.entries(value).slice(0, ruleBounds.tools);
  const found = tools.flatMap(([tool, list]) => {
    const patterns: readonly unknown[] = Array.isArray(list) ? list : [];
    return patterns.slice(0, ruleBounds.ofTool).flatMap((pattern, at) => {
      const isRead = schema.safeParse({ [tool]: [pattern] }).success;
      if (!isRead || typeof pattern !== 'string') return [];
      if (checkPatternsOf(tool, [pattern]) !== undefined) return [];
      return [{ tool, pattern, place: pathText([tool, at]) }];
    });
  });
  return found.slice(0, ruleBounds.inAll);
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
  return where === undefined ? place : `${place} · ${where}`;
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
