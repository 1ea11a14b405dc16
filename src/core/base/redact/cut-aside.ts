import { allSecrets } from './broken-words';
import { extraSearch } from './extra-secrets';

/** Characters on either side: more than a credential of one line and its name have. */
const reach = 2048;
/** Characters around it that may tell of it: a quote, a program, a tag, also on the line below. */
const margin = 80;

/**
 * Where to cut a text instead, if a cut at a place would divide a credential, or take its name away
 * from it: a part is not recognized. `endAt` is for what is before, `beginAt` for what
 * follows.
 */
export function cutAside(text: string, at: number): { endAt: number; beginAt: number } {
  const start = Math.max(0, at - reach);
  const near = text.slice(start, at + reach);
  const place = at - start;
  let [endAt, beginAt] = [at, at];
  const line = near.lastIndexOf('\n', place - 1) + 1;
  const end = near.indexOf('\n', place);
  const last = Math.min(place + margin, end === -1 ? near.length : end);
  const first = Math.max(place - margin, near.lastIndexOf('\n', line - 2) + 1);
  for (const { begin, from, to } of [...allSecrets(near), ...(extraSearch()?.(near) ?? [])]) {
    if (to <= Math.min(first, place - 1) || begin > last) continue;
    if (from < place) endAt = Math.min(endAt, start + from);
    if (to > place) beginAt = Math.max(beginAt, start + to);
  }
  return { endAt, beginAt };
}
