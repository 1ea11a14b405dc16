import { stat } from 'node:fs/promises';
import { canonicalPath } from '../../adapters/files/canonical-path';
import { escapeControlInline } from '../../core/base/escape-control';
import { isInside, resolveAgainst } from '../../core/base/paths';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Workspace } from '../../core/ports/workspace';

/**
 * The canonical folder that a command may run in: inside the roots by its real path, whoever asks
 * (000: the working directory is sandboxed to the project root; DESIGN section 2, effect guard).
 */
export async function checkedWorkingFolder(cwd: string, workspace: Workspace): Promise<Result<string>> {
  if (!workspace.isTrusted()) {
    return refuse('authz_denied', 'This workspace is not trusted, so no command may run.');
  }
  const [first] = workspace.roots();
  if (first === undefined) return refuse('policy_denied', 'No folder is open to run commands in.');
  const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
  const asked = resolveAgainst(first, cwd, style.separator);
  const isOurs = (folder: string): boolean =>
    workspace.roots().some((root) => isInside(root, folder, style));
  const shown = escapeControlInline(cwd);
  try {
    const { real, exists } = await canonicalPath(asked);
    if (!isOurs(real)) return outside(shown);
    if (exists && (await stat(real)).isDirectory()) return succeed(real);
  } catch {
    // What cannot be looked at is judged by its text, so that nothing is told of the outside.
    if (!isOurs(asked)) return outside(shown);
  }
  return refuse('validation', `This is no folder that a command can run in: ${shown}`);
}

function outside(shown: string): Result<never> {
  return refuse('policy_denied', `The working directory lies outside the workspace: ${shown}`);
}

function refuse(
  code: 'authz_denied' | 'policy_denied' | 'validation',
  message: string,
): Result<never> {
  return fail(failure(code, message));
}
