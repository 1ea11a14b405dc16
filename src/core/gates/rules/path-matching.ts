import { say } from '../../base/sentence';
import { relativeInside, type Separator } from '../../base/paths';
import {
  globbedPath,
  globKey,
  type CallPath,
  type CallPaths,
  type NamedPath,
} from '../../contracts/calls/call-paths';
import type { ShellPath } from '../../contracts/calls/shell-analysis';
import { matchesPathPattern } from '../../base/path-pattern';
import type { PermissionRule } from '../../contracts/calls/decision';
import { exactlyIf, type Fit } from './permission-layers';
import type { GateCall } from '../../contracts/policy/define-gate';
import { failure, fail, succeed } from '../../contracts/failure';

export interface PathForms {
  /** Canonical, also relative to the innermost open folder: all that an allow may match. */
  readonly canonical: readonly string[];
  /** Also as asked, as given, and relative to each open folder: what an ask or deny may match. */
  readonly all: readonly string[];
}

export interface PathFormsOptions {
  readonly separator: Separator;
  /** The open folders. One may be inside another, whose rules then apply to it too. */
  readonly roots: readonly string[];
}

/** The spellings of a path. A refused one has only its text, which no rule can allow. */
export function pathForms(
  { given, resolved: place }: CallPath,
  { separator, roots }: PathFormsOptions,
): PathForms {
  if (!place.ok) return { canonical: [], all: [given] };
  const { real, root, asked } = place.value;
  const style = { separator, caseSensitive: true };
  const below = (bases: readonly string[], path: string): readonly string[] => [
    path,
    ...bases.flatMap((base) => relativeInside(base, path, style) ?? []),
  ];
  const canonical = below([root], real);
  const others = roots.filter((other) => other !== root);
  if (others.length === 0 && asked === real && canonical.includes(given)) {
    return { canonical, all: canonical };
  }
  const bases = [root, ...others];
  return { canonical, all: [...new Set([...below(bases, real), ...below(bases, asked), given])] };
}

export interface PathRuleStyle {
  readonly separator: Separator;
  /** Whether the file system ignores case. */
  readonly ignoreCase: boolean;
}

/**
 * Ask and deny match any spelling and case, and where the pattern cannot be evaluated; allow only
 * the canonical path. An ask hides a deny only where an allow would match as well.
 */
export function pathFit(
  { action, pattern, source }: PermissionRule,
  forms: PathForms,
  style: PathRuleStyle,
): Fit {
  const isExact = () => forms.canonical.some((path) => matchesPathPattern(pattern, path, style));
  if (action === 'allow') return exactlyIf(isExact());
  const options = { ignoreCase: true, unreadable: true };
  const isLoose = forms.all.some((path) => matchesPathPattern(pattern, path, options));
  const onlyTightens = action === 'deny' || source === 'workspace';
  if (!isLoose || onlyTightens) return exactlyIf(isLoose);
  return isExact() ? 'exactly' : 'loosely';
}

/** As gates know paths of other tools. One outside has only its text, which no rule can allow. */
export function namedPaths({ paths }: GateCall): readonly CallPath[] {
  return paths.named.map(asCallPath);
}

/** The paths that the shell puts in place of a glob, as far as known. */
export function globbedPaths(path: ShellPath, { globs }: CallPaths): readonly ShellPath[] {
  const { glob, tree: _all, given, ...single } = path;
  const names = (glob !== undefined && globs?.get(globKey(given, glob))) || [];
  return names.map((name) => ({ ...single, given: globbedPath(given, name), certain: true }));
}

/** The named paths that the command writes, as far as known. */
export function writtenPaths(call: GateCall): readonly CallPath[] {
  const written = new Set(
    (call.reading?.parts ?? [])
      .flatMap(({ paths }) => paths)
      .filter(({ access }) => access === 'write')
      .flatMap((path) => [path, ...globbedPaths(path, call.paths)])
      .map(({ given }) => given),
  );
  return call.paths.named.filter(({ given }) => written.has(given)).map(asCallPath);
}

/** What a command copies with a whole folder keeps its name, so it counts as written. */
export function copiedPaths({ reading, paths }: GateCall): readonly CallPath[] {
  const copied = new Set(
    (reading?.parts ?? [])
      .flatMap((part) => part.paths)
      .filter(({ tree }) => tree === 'copy')
      .map(({ given }) => given),
  );
  return paths.named
    .filter(({ given }) => copied.has(given))
    .flatMap(({ resolved: place, below }): readonly CallPath[] => {
      if (!place.ok || place.value.root === undefined) return [];
      const { root } = place.value;
      return (below?.paths ?? []).map((real) => {
        return { given: real, resolved: succeed({ asked: real, real, exists: true, root }) };
      });
    });
}

function asCallPath({ given, resolved: place }: NamedPath): CallPath {
  if (!place.ok) return { given, resolved: place };
  const { asked, real, exists, root } = place.value;
  if (root !== undefined) return { given, resolved: succeed({ asked, real, exists, root }) };
  return {
    given: real,
    resolved: fail(failure('policy_denied', say`The path is outside the workspace.`)),
  };
}
