import { relativeInside, type Separator } from '../../base/paths';
import type { CallPath } from '../../contracts/call-paths';

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
