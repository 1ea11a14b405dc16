import { cutEnd, cutMarked, cutStart } from '../../../core/base/text-lines';
import { escapeControlInline } from '../../../core/base/escape-control';
import { newTitle } from '../../../core/base/titles';
import { AcpError, failureOf } from '../../../core/contracts/chats/acp-client';
import { shownFailure, t } from '../../window/language';

/** Characters of live output that a card keeps. */
export const maxTail = 8192;
/** Characters of a text that only the host holds, for a card that shows a part of it. */
export const maxFullText = 1_000_000;

/** Keeps head and tail of a long text and states the length of the omitted middle. */
export function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = cutEnd(text, Math.ceil(maxChars / 2));
  const tail = cutStart(text, Math.floor(maxChars / 2));
  const left = text.length - head.length - tail.length;
  return `${head}\n\n${t('… {0} characters are not shown here …', left)}\n\n${tail}`;
}

/** A text of another author on one line, inert. */
export function shownLine(text: string, maxChars: number): string {
  return cutMarked(escapeControlInline(text), maxChars);
}

const maxShown = 200;

/** A title given by the user, by another version of us, or by none: that is stored in English. */
export function shownTitle(title: string): string {
  const line = shownLine(title, maxShown);
  return line === '' || line === newTitle ? t('New chat') : line;
}

function reasonOf(error: unknown): string {
  if (error instanceof AcpError) return shownFailure(failureOf(error));
  return error instanceof Error ? error.message : t('The agent gave no reason.');
}

/** The reason of a failed request to the agent, as a sentence in VS Code's language. */
export function failureSentence(error: unknown): string {
  const message = reasonOf(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
