import { redactText } from '../../core/base/redact/redact';
import { cutEnd, cutStart } from '../../core/base/text-lines';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Files } from '../../core/ports/files';
import { t } from '../window/language';

export interface ContextText {
  /** Redacted, at most `maxChars` characters. */
  readonly text: string;
  readonly real: string;
  /** Characters left out at the end; 0 when the text is whole. */
  readonly cutChars: number;
}

/** Larger files are not read. */
const maxBytes = 8 * 1024 * 1024;

/** A text file of the workspace as context; the file guard refuses what no tool may read. */
export async function readContextText(
  files: Pick<Files, 'read'>,
  path: string,
  maxChars: number,
  signal: AbortSignal,
): Promise<Result<ContextText>> {
  const file = await files.read(path, { maxBytes, signal });
  if (!file.ok) return file;
  const { text, real } = file.value;
  if (text === undefined) return fail(failure('execution', t('{0} is not a text file.', path)));
  return succeed({ ...boundedText(text.text, maxChars), real });
}

/** Redacts a text and cuts its end off; what a cut leaves of a secret is redacted before it. */
export function boundedText(
  text: string,
  maxChars: number,
): { readonly text: string; readonly cutChars: number } {
  const clean = redactText(text).text;
  const kept = cutEnd(clean, maxChars);
  return { text: kept, cutChars: clean.length - kept.length };
}

/** Longer than any credential of one line. */
const longestSecret = 4_096;

/**
 * The newest end of an output, of at most `max` characters. It begins with a line of its own, or
 * well behind the cut: half a credential would not be recognized.
 */
export function cutToTail(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = cutStart(text, max);
  const lineEnd = /[\r\n]/.exec(end.slice(0, longestSecret))?.index;
  return cutStart(end, end.length - (lineEnd === undefined ? longestSecret : lineEnd + 1));
}
