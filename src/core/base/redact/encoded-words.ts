import { findSecrets } from './find-secrets';
import { noSpans, type SecretSpan } from './values/secret-span';

/** Longer runs are searched in part: so much on each side of an escape. */
const maxRun = 16 * 1024;
/** Where a URL ends in the texts around it. */
const outside = /[\s"'<>`]/;
/** An escape of printable ASCII; any other says nothing about a credential. */
const escape = /%(?:2[0-9a-f]|[3-6][0-9a-f]|7[0-9a-e])/gi;
/** An address within an address is encoded twice, rarely three times. */
const maxDepth = 3;

/** What a run means, and where each of its characters begins in the text. */
interface Decoded {
  readonly text: string;
  readonly places: readonly number[];
}

/**
 * The credentials that percent-encoding hides, in order: `ghp%5F…` in an address is what its server
 * reads as `ghp_…`.
 */
export function encodedSecrets(text: string): readonly SecretSpan[] {
  let at = nextEscape(text, 0);
  if (at === -1) return noSpans;
  const spans: SecretSpan[] = [];
  while (at !== -1) {
    const [from, to] = runAround(text, at, spans.at(-1)?.to ?? 0);
    spans.push(...secretsOfRun(text.slice(from, to), from));
    at = nextEscape(text, to);
  }
  return spans;
}

function nextEscape(text: string, from: number): number {
  if (!text.includes('%', from)) return -1;
  escape.lastIndex = from;
  return escape.exec(text)?.index ?? -1;
}

function runAround(text: string, at: number, floor: number): readonly [number, number] {
  const [least, most] = [Math.max(floor, at - maxRun), Math.min(text.length, at + maxRun)];
  let [from, to] = [at, at];
  while (from > least && !outside.test(text.charAt(from - 1))) from -= 1;
  while (to < most && !outside.test(text.charAt(to))) to += 1;
  return [from, to];
}

function secretsOfRun(run: string, from: number): readonly SecretSpan[] {
  let decoded: Decoded = {
    text: run,
    places: Array.from({ length: run.length + 1 }, (_, at) => from + at),
  };
  for (let depth = 0; depth < maxDepth && nextEscape(decoded.text, 0) !== -1; depth += 1) {
    decoded = decode(decoded);
  }
  const { places } = decoded;
  const back = (at: number): number => places[at] ?? from + run.length;
  return findSecrets(decoded.text).map((span) => ({
    kind: span.kind,
    begin: back(span.begin),
    from: back(span.from),
    to: back(span.to),
  }));
}

function decode({ text, places }: Decoded): Decoded {
  const parts: string[] = [];
  const kept: number[] = [];
  let from = 0;
  escape.lastIndex = 0;
  for (const { index, 0: found } of text.matchAll(escape)) {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    parts.push(text.slice(from, index), character);
    kept.push(...places.slice(from, index + 1));
    from = index + found.length;
  }
  parts.push(text.slice(from));
  kept.push(...places.slice(from));
  return { text: parts.join(''), places: kept };
}
