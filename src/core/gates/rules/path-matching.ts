import { relativeInside, type Separator } from '../../base/paths';
import type { CallPath, NamedPath } from '../../contracts/calls/call-paths';
import { matchesPathPattern } from '../../base/path-pattern';
import type { PermissionRule } from '../../contracts/calls/decision';
import { exactlyIf, type Fit } from './permission-layers';
import type { GateCall } from '../../contracts/policy/define-gate';
import { failure, fail, succeed } from '../../contracts/failure';

/** The spellings by which rules may name one path. */
export interface PathForms {
  /** Canonical, and relative to the innermost open folder: what a loosening rule may match. */
  readonly canonical: readonly string[];
  /** Also as asked, as given, and relative to each open folder: what a tightening rule may match. */
  readonly all: readonly string[];
}

export interface PathFormsOptions {
  readonly separator: Separator;
  /** The open folders: one may lie inside another, whose rules hold in it too. */
  readonly roots: readonly string[];
}

/** The spellings of a path; one that is refused has only its text, which no rule can allow. */
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
  /** True where two spellings of a name are the same. */
  readonly ignoreCase: boolean;
}

/**
 * What tightens counts in any spelling and case, and when its pattern cannot be tried; what loosens,
 * by the canonical path only. An ask keeps allows and denies behind it from being found: it asks
 * like what tightens, but hides a deny only where an allow would match too.
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

/**
 * The paths that a command names, as the paths of other tools are known to gates. One outside the
 * workspace has only its text, which no rule can allow.
 */
export function namedPaths({ paths }: GateCall): readonly CallPath[] {
  return paths.named.map(asCallPath);
}

/** Those that it writes, as far as the command says. */
export function writtenPaths(call: GateCall): readonly CallPath[] {
  const written = new Set(
    (call.reading?.parts ?? [])
      .flatMap(({ paths }) => paths)
      .filter(({ access }) => access === 'write')
      .map(({ given }) => given),
  );
  return call.paths.named.filter(({ given }) => written.has(given)).map(asCallPath);
}

function asCallPath({ given, resolved: place }: NamedPath): CallPath {
  if (!place.ok) return { given, resolved: place };
  const { asked, real, exists, root } = place.value;
  if (root !== undefined) return { given, resolved: succeed({ asked, real, exists, root }) };
  return {
    given: real,
    resolved: fail(failure('policy_denied', 'It lies outside the workspace.')),
  };
}
