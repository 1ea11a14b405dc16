import { isPlainCommand } from '../../base/plain-command';
import { redactText } from '../../base/redact';
import type { CallSubject } from '../../contracts/call';
import type { RealPaths } from '../real-paths';

/** A rule that "Always allow" may save. */
export interface OfferedRule {
  readonly tool: string;
  readonly pattern: string;
}

/**
 * The narrowest rules that would have allowed this call: the exact command when it is plain words
 * and runs in a workspace folder itself, the exact path and then its folder, inside the workspace,
 * for files; none for anything else, and none that would keep a credential.
 */
export function alwaysRules(
  tool: string,
  subject: CallSubject,
  place: RulePlace,
): readonly OfferedRule[] {
  const { command } = subject;
  const patterns = command === undefined ? pathPatterns(place) : commandPatterns(command, place);
  return patterns
    .filter((pattern) => redactText(pattern).kinds.length === 0)
    .map((pattern) => ({ tool, pattern }));
}

/** Where a call works: its canonical paths and folder, and the workspace's. */
export type RulePlace = Pick<RealPaths, 'all' | 'cwd' | 'roots'>;

function commandPatterns(command: string, { cwd, roots }: RulePlace): readonly string[] {
  const inRoot = cwd !== undefined && roots.includes(cwd);
  return inRoot && isPlainCommand(command) ? [command] : [];
}

function pathPatterns({ all, roots }: RulePlace): readonly string[] {
  const [path] = all;
  if (path === undefined || all.length > 1 || /[*?[\]{}!\\]/.test(path)) return [];
  const isBelow = roots.some((root) => path.startsWith(`${root}/`));
  return isBelow ? [path, `${path.slice(0, path.lastIndexOf('/'))}/*`] : [path];
}
