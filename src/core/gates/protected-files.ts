import { say, type Sentence } from '../base/sentence';
import { defineGate } from '../contracts/policy/define-gate';
import type { CallPath } from '../contracts/calls/call-paths';
import type { Verdict } from '../contracts/calls/decision';
import type { Capabilities } from '../ports/capabilities';
import { findProtected, type JudgedPath } from '../contracts/policy/find-protected';
import { copiedPaths, writtenPaths } from './rules/path-matching';

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
    const { paths, policy } = call;
    const find = findProtected(policy.protectedFiles);
    const { mentioned = [] } = paths;
    const written = [...writtenPaths(call), ...copiedPaths(call), ...mentioned];
    for (const path of [...paths.writes, ...paths.removes, ...paths.below, ...written]) {
      const found = judgedPaths(path, paths.roots).map(find).find(isFound);
      if (found !== undefined) {
        return { verdict: 'ask', reason: say`${found}, so every write to it asks` };
      }
    }
    if (!paths.isBelowKnown) {
      return { verdict: 'ask', reason: say`the folder may hold protected files` };
    }
    return { verdict: 'allow', reason: say`writes no protected file` };
  },
});

/** The path it leads to, and the path as asked: either may be a link. */
function judgedPaths(
  { given, resolved: place }: CallPath,
  roots: readonly string[],
): readonly JudgedPath[] {
  if (!place.ok) return [{ path: given, from: 0 }];
  const { asked, real, root } = place.value;
  const isAskedInside = [root, ...roots].some((other) => isBelow(other, asked));
  return [real, ...(isAskedInside ? [asked] : [])].map((path) => {
    const outermost = roots
      .filter((other) => isBelow(other, path))
      .reduce((outer, other) => (other.length < outer.length ? other : outer), root);
    return { path, from: outermost.replace(/[\\/]$/, '').split(/[\\/]/).length - 1 };
  });
}

function isFound(found: Sentence | undefined): found is Sentence {
  return found !== undefined;
}

/** Accepts either separator, which can only protect more. */
function isBelow(root: string, path: string): boolean {
  const folder = root.replace(/[\\/]$/, '');
  return path.startsWith(folder) && /^(?:[\\/]|$)/.test(path.slice(folder.length));
}
