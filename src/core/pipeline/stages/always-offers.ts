import { redactText } from '../../base/redact';
import type { CallPaths, ResolvedPath } from '../../contracts/call-paths';
import type { OfferedRule } from '../../contracts/meta';
import type { JudgedPart } from '../../contracts/shell-reading';
import { maxTracedParts } from './gates';

/** More rules than a person reads before saving them together. */
const maxRules = 6;

/**
 * What "Always allow" may save, narrowest first; each offer is a set of rules that together would
 * have allowed this call. For a command one rule for each sub-command that only lacks one: its exact
 * words, then program and verb; for files the exact path, then its folder. None for anything else,
 * and none that would keep a credential.
 */
export function alwaysOffers(
  tool: { readonly name: string },
  parts: readonly JudgedPart[] | undefined,
  paths: CallPaths,
): readonly (readonly OfferedRule[])[] {
  const offers = parts === undefined ? pathOffers(paths) : commandOffers(parts);
  return offers
    .filter((patterns) => patterns.every((text) => redactText(text).kinds.length === 0))
    .map((patterns) => patterns.map((pattern) => ({ tool: tool.name, pattern })));
}

function commandOffers(parts: readonly JudgedPart[]): readonly (readonly string[])[] {
  const asking = parts.filter(({ verdict }) => verdict === 'ask');
  const exact = asking.flatMap(({ allowable = [] }) => allowable.slice(0, 1));
  // Of more parts the trace does not tell.
  const isWhole = parts.length < maxTracedParts && exact.length === asking.length;
  const narrow = [...new Set(exact)];
  if (!isWhole || narrow.length === 0 || narrow.length > maxRules) return [];
  const wide = [...new Set(asking.flatMap(({ allowable = [] }) => allowable.slice(-1)))];
  return narrow.join('\n') === wide.join('\n') ? [narrow] : [narrow, wide];
}

function pathOffers({ reads, writes, removes }: CallPaths): readonly (readonly string[])[] {
  const places = new Map<string, ResolvedPath>();
  for (const { resolved: place } of [...reads, ...writes, ...removes]) {
    if (!place.ok) return [];
    places.set(place.value.real, place.value);
  }
  const [only, ...others] = places.values();
  if (only === undefined || others.length > 0) return [];
  const path = withSlashes(only.real);
  // A path that reads as a pattern would mean other files too.
  if (/[*?[\]{}!\\]/.test(path)) return [];
  return only.real === only.root
    ? [[path]]
    : [[path], [`${path.slice(0, path.lastIndexOf('/'))}/*`]];
}

/** Rules take either separator; elsewhere a backslash is a letter of the name. */
function withSlashes(path: string): string {
  return /^(?:[a-z]:|\\)\\/i.test(path) ? path.replaceAll('\\', '/') : path;
}
