import { defineGate } from '../contracts/policy/define-gate';
import type { CallPath } from '../contracts/calls/call-paths';
import type { Verdict } from '../contracts/calls/decision';
import type { Capabilities } from '../ports/capabilities';
import { writtenPaths } from './rules/path-matching';

/**
 * Files and folders that can make a repository, an editor or a shell start programs (decision
 * protected-files).
 */
const protectedNames: ReadonlySet<string> = new Set([
  '.git',
  '.gitmodules',
  '.gitattributes',
  '.gitconfig',
  '.vscode',
  '.idea',
  '.devcontainer',
  '.husky',
  // Agents run the hooks and servers configured here.
  '.mcp.json',
  '.claude',
  '.cursor',
  '.gemini',
  '.codex',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.envrc',
  // Each names a program that a package manager runs or loads.
  '.npmrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  'config.fish',
]);
const protectedEnding = '.code-workspace';

/** Gatehouse's own rules, of a workspace or of the user: they decide what the agent may read. */
const ownNames: ReadonlySet<string> = new Set(['.gatehouse', 'filters.toml']);

/**
 * Asks before a protected file is written, removed or moved, alone or with its folder, whatever the
 * rules allow (decision protected-files). Judges the canonical path and the path as asked, from the
 * outermost open folder on, ignoring case; if the path is unknown, the path as given.
 */
export default defineGate<Capabilities>()({
  name: 'protected-files',
  slot: 'policy-rules',
  needs: [],
  check: (call): Verdict => {
    const { paths } = call;
    for (const path of [...paths.writes, ...paths.removes, ...paths.below, ...writtenPaths(call)]) {
      const name = judgedParts(path, paths.roots).map(protectedNameIn).find(isFound);
      if (name !== undefined) {
        return { verdict: 'ask', reason: reasonFor(name) };
      }
    }
    if (!paths.isBelowKnown) {
      return { verdict: 'ask', reason: 'the folder may hold protected files' };
    }
    return { verdict: 'allow', reason: 'writes no protected file' };
  },
});

/**
 * The path it leads to, and the path as asked: either may be a link. Names above the open folders
 * do not count.
 */
function judgedParts(
  { given, resolved: place }: CallPath,
  roots: readonly string[],
): readonly string[] {
  if (!place.ok) return [given];
  const { asked, real, root } = place.value;
  const isAskedInside = [root, ...roots].some((other) => isBelow(other, asked));
  return [real, ...(isAskedInside ? [asked] : [])].map((path) => {
    const outermost = roots
      .filter((other) => isBelow(other, path))
      .reduce((outer, other) => (other.length < outer.length ? other : outer), root);
    return path.slice(outermost.search(/[^\\/]*[\\/]?$/));
  });
}

function isFound(name: string | undefined): name is string {
  return name !== undefined;
}

/** Accepts either separator, which can only protect more. */
function isBelow(root: string, path: string): boolean {
  const folder = root.replace(/[\\/]$/, '');
  return path.startsWith(folder) && /^(?:[\\/]|$)/.test(path.slice(folder.length));
}

function reasonFor(name: string): string {
  const what = ownNames.has(name.toLowerCase())
    ? 'contains rules of Gatehouse'
    : 'can start programs';
  return `${name} ${what}, so every write to it asks`;
}

function protectedNameIn(path: string): string | undefined {
  return path.split(/[\\/]/).find((name) => {
    const folded = name.toLowerCase();
    return protectedNames.has(folded) || ownNames.has(folded) || folded.endsWith(protectedEnding);
  });
}
