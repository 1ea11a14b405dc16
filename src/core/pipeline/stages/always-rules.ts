import { isPlainCommand } from '../../base/plain-command';
import type { CallSubject } from '../../contracts/call';

/** A rule that "Always allow" may save. */
export interface OfferedRule {
  readonly tool: string;
  readonly pattern: string;
}

/**
 * The narrowest rules that would have allowed this call: the exact command when it is plain words,
 * the exact path and then its folder for files; none for anything else.
 */
export function alwaysRules(
  tool: string,
  subject: CallSubject,
  paths: readonly string[],
): readonly OfferedRule[] {
  if (subject.command !== undefined) {
    return isPlainCommand(subject.command) ? [{ tool, pattern: subject.command }] : [];
  }
  const [path] = paths;
  if (path === undefined || paths.length > 1 || /[*?[\]{}!\\]/.test(path)) return [];
  const folder = path.slice(0, path.lastIndexOf('/'));
  return folder === ''
    ? [{ tool, pattern: path }]
    : [
        { tool, pattern: path },
        { tool, pattern: `${folder}/*` },
      ];
}
