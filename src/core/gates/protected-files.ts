import { defineGate } from '../contracts/define-gate';
import type { CallPath } from '../contracts/call-paths';
import type { Verdict } from '../contracts/decision';
import type { Capabilities } from '../ports/capabilities';
import { writtenPaths } from './parts/named-paths';

/** Folders and files by which a repository, an editor or a shell starts programs (security T1). */
const protectedNames: ReadonlySet<string> = new Set([
  '.git',
  '.gitmodules',
  '.gitattributes',
  '.gitconfig',
  '.vscode',
  '.idea',
  '.devcontainer',
  '.husky',
  '.mcp.json',
  '.envrc',
  '.npmrc',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
]);
const protectedEnding = '.code-workspace';

/**
 * Asks about every write to a protected file, whatever the rules allow (DESIGN section 6). Judged by
 * the canonical path from the name of the outermost open folder on, in any case; where that is
 * unknown, as given.
 */
export default defineGate<Capabilities>()({
  name: 'protected-files',
  slot: 'policy-rules',
  needs: [],
  check: (call): Verdict => {
    const { paths } = call;
    for (const path of [...paths.writes, ...writtenPaths(call)]) {
      const name = protectedNameIn(judgedPart(path, paths.roots));
      if (name !== undefined) {
        return { verdict: 'ask', reason: `${name} can start programs, so each write to it asks` };
      }
    }
    return { verdict: 'allow', reason: 'writes no protected file' };
  },
});

/** What stands above the open folders is no business of a rule for what lies in them. */
function judgedPart({ given, place }: CallPath, roots: readonly string[]): string {
  if (!place.ok) return given;
  const { real, root } = place.value;
  const outermost = roots
    .filter((other) => isBelow(other, real))
    .reduce((outer, other) => (other.length < outer.length ? other : outer), root);
  return real.slice(outermost.search(/[^\\/]*[\\/]?$/));
}

/** Both are canonical; either separator ends a name, which can only protect more. */
function isBelow(root: string, path: string): boolean {
  const folder = root.replace(/[\\/]$/, '');
  return path.startsWith(folder) && /^(?:[\\/]|$)/.test(path.slice(folder.length));
}

function protectedNameIn(path: string): string | undefined {
  return path.split(/[\\/]/).find((name) => {
    const folded = name.toLowerCase();
    return protectedNames.has(folded) || folded.endsWith(protectedEnding);
  });
}
