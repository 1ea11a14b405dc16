import { formatPatch, structuredPatch } from 'diff';
import type { FileDiff } from '../../core/contracts/outcome';

/** A pair of texts that differs more is not compared line by line: that takes too long. */
const maxEdits = 1_000;

/** A change of a file as a unified diff. */
export function diffText({ path, from, oldText, newText, change }: FileDiff): string {
  const before = oldText === null ? '/dev/null' : (from ?? path);
  const after = change === 'deleted' ? '/dev/null' : path;
  const patch = structuredPatch(before, after, oldText ?? '', newText, undefined, undefined, {
    context: 3,
    maxEditLength: maxEdits,
  });
  if (patch === undefined) return wholeText(before, after, { oldText: oldText ?? '', newText });
  // The first lines are an index line and a rule, which say nothing here.
  return formatPatch(patch)
    .split('\n')
    .filter((line, at) => at > 2 || !/^(?:Index: |={5})/.test(line))
    .join('\n');
}

function wholeText(
  before: string,
  after: string,
  { oldText, newText }: { readonly oldText: string; readonly newText: string },
): string {
  const marked = (mark: string, text: string) =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${mark}${line}`);
  return [`--- ${before}`, `+++ ${after}`, ...marked('-', oldText), ...marked('+', newText)].join(
    '\n',
  );
}
