import { inEnglish } from '../../core/base/sentence';
import type { FileDiff } from '../../core/contracts/calls/outcome';
import { shown } from './language';

/** A diff whose lines that are no content of the file are in VS Code's language. */
export function shownDiff({ said = [], ...diff }: FileDiff): FileDiff {
  if (said.length === 0) return diff;
  const texts = new Map(said.map((sentence) => [inEnglish(sentence), shown(sentence)]));
  const inLanguage = (text: string) =>
    text
      .split('\n')
      .map((line) => texts.get(line) ?? line)
      .join('\n');
  const { oldText, newText } = diff;
  return {
    ...diff,
    oldText: oldText === null ? null : inLanguage(oldText),
    newText: inLanguage(newText),
  };
}
