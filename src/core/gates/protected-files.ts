import { defineGate } from '../contracts/define-gate';
import type { Verdict } from '../contracts/decision';
import type { Capabilities } from '../ports/capabilities';

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
 * the canonical path below the workspace folder, in any case; where that is unknown, as given.
 */
export default defineGate<Capabilities>()({
  name: 'protected-files',
  slot: 'policy-rules',
  needs: [],
  check: ({ paths }): Verdict => {
    for (const { given, place } of paths.writes) {
      const judged = place.ok ? place.value.real.slice(place.value.root.length) : given;
      const name = protectedNameIn(judged);
      if (name !== undefined) {
        return { verdict: 'ask', reason: `${name} can start programs, so each write to it asks` };
      }
    }
    return { verdict: 'allow', reason: 'writes no protected file' };
  },
});

function protectedNameIn(path: string): string | undefined {
  return path.split(/[\\/]/).find((name) => {
    const folded = name.toLowerCase();
    return protectedNames.has(folded) || folded.endsWith(protectedEnding);
  });
}
