import { redactLines } from './redact';
import { allHits, endsWithinLiteral, isOfToken } from './secret-rules';

/** A text that will go on, divided for a reader. */
export interface UnreadText {
  /** What may be read now. */
  readonly now: string;
  /** What must be redacted together with the text that follows; its begin may be in `now` too. */
  readonly later: string;
}

/** Characters of an unfinished line that are kept for the next read. */
const maxUnfinished = 16 * 1024;
/** Characters before the end of a line that are examined. */
const maxTail = 4096;

/**
 * Divides an output between two reads so that no credential is cut. Lines to which the next ones
 * may belong wait for those. An unfinished line is read again with its rest; until then it is shown
 * unless it may end within a credential.
 */
export function splitUnread(text: string): UnreadText {
  const line = text.lastIndexOf('\n') + 1;
  const { length } = redactLines(text.slice(0, line), false, new Set());
  if (length < line) return { now: text.slice(0, length), later: text.slice(length) };
  const unfinished = text.slice(line);
  if (unfinished.length > maxUnfinished) return { now: text, later: '' };
  const isShown = isPrompt.test(unfinished) || !mayEndInSecret(unfinished.slice(-maxTail));
  return { now: isShown ? text : text.slice(0, line), later: unfinished };
}

/** A question: the value behind the name has not begun. */
const isPrompt = /[:?>\])][ \t]*$/;

function mayEndInSecret(tail: string): boolean {
  if (endsWithinLiteral(tail, 0)) return true;
  const { starts, literals } = allHits(tail);
  return starts.some(
    (start, index) => isOfToken(literals[index] ?? 0) || !/\s/.test(tail.slice(start)),
  );
}
