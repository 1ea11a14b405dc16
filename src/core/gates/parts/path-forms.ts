import { relativeInside, type Separator } from '../../base/paths';
import type { CallPath } from '../../contracts/call-paths';

/** The spellings by which rules may name one path. */
export interface PathForms {
  /** Canonical, and relative to its root: what a loosening rule may match. */
  readonly canonical: readonly string[];
  /** Also as asked and as given: what a tightening rule may match. */
  readonly all: readonly string[];
}

/** The spellings of a path; one that is refused has only its text, which no rule can allow. */
export function pathForms({ given, place }: CallPath, separator: Separator): PathForms {
  if (!place.ok) return { canonical: [], all: [given] };
  const { real, root, asked } = place.value;
  const style = { separator, caseSensitive: true };
  const withRelative = (path: string): readonly string[] => {
    const relative = relativeInside(root, path, style);
    return relative === undefined ? [path] : [path, relative];
  };
  const canonical = withRelative(real);
  if (asked === real && canonical.includes(given)) return { canonical, all: canonical };
  return { canonical, all: [...new Set([...canonical, ...withRelative(asked), given])] };
}
