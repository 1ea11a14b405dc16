import { problemText, type DefaultOf } from './consequences';
import type { SettingProblem } from './read-settings';

/** What the person has been told of, so that each cause is told once. */
export interface NoticeState {
  get(): string;
  set(value: string): PromiseLike<void>;
}

/** The warning about unusable values, or undefined when there is none to give. */
export function problemNotice(
  problems: readonly SettingProblem[],
  shipped: DefaultOf,
): string | undefined {
  const [first, ...others] = problems;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : ` ${String(others.length)} more in the log.`;
  return `Gatehouse cannot use a setting. ${problemText(first, shipped)} Correct it in the settings.${more}`;
}

/**
 * The report about a workspace that sets what only the user may set; undefined when there is none
 * or when this set of keys was reported before (DESIGN decision 31).
 */
export function workspaceNotice(keys: readonly string[], memory: NoticeState): string | undefined {
  const names = [...new Set(keys)].sort().map((key) => `gatehouse.${key}`);
  const told = names.join(' ');
  if (names.length === 0 || memory.get() === told) return undefined;
  void memory.set(told);
  return `Gatehouse ignores ${names.join(', ')} in the settings of this workspace: a workspace may not change what only you may decide.`;
}
