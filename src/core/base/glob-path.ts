import { expandBraces } from './expand-braces';
import { parseGlobSegment, type SegmentToken } from './glob-segment';
import { matchesItems, star, type Star } from './match-items';

/** A glob made ready to be tried on many paths. */
export interface PathGlob {
  /** `path` is relative and has `/` between its segments. */
  matches(path: string): boolean;
}

export interface GlobOptions {
  readonly ignoreCase: boolean;
}

type SegmentPattern = readonly (SegmentToken | Star)[];
type PathPattern = readonly (SegmentPattern | Star)[];

/**
 * Compiles a glob of `*`, `?`, `[a-z]`, `{a,b}` and `**`. A pattern without `/` is tried on the
 * name at any depth; dot files are files like others. Matching is linear in pattern times path:
 * the pattern comes from a model and the names from a repository, so nothing may backtrack.
 * Undefined when its braces stand for too many patterns.
 */
export function compilePathGlob(pattern: string, options: GlobOptions): PathGlob | undefined {
  const fold = (text: string): string => (options.ignoreCase ? text.toLowerCase() : text);
  const patterns = expandBraces(fold(pattern))?.map(compileOne);
  if (patterns === undefined) return undefined;
  return {
    matches: (path) => {
      const folded = fold(path);
      return patterns.some((one) => one(folded));
    },
  };
}

function compileOne(pattern: string): (path: string) => boolean {
  const segments = toSegments(pattern);
  const suffix = literalSuffix(segments.at(-1));
  // Most paths of a large tree already differ in the last letters.
  return (path) => path.endsWith(suffix) && matchesItems(segments, path.split('/'), matchesSegment);
}

function toSegments(pattern: string): PathPattern {
  const anchored = pattern.includes('/') ? pattern : `**/${pattern}`;
  const names = anchored.split('/').filter((name) => name !== '' && name !== '.');
  const segments = names.map((name) => (name === '**' ? star : parseGlobSegment(name)));
  // `a/**` means what lies below `a`, not `a` itself.
  return segments.at(-1) === star ? [...segments, [star]] : segments;
}

function matchesSegment(pattern: SegmentPattern, name: string): boolean {
  return matchesItems(pattern, Array.from(name), (token, character) => token(character));
}

function literalSuffix(last: SegmentPattern | Star | undefined): string {
  if (last === undefined || last === star) return '';
  let suffix = '';
  for (const token of last.toReversed()) {
    if (token === star || token.literal === undefined) break;
    suffix = token.literal + suffix;
  }
  return suffix;
}
