import { escapeControlInline } from './escape-control';
import { cutEnd } from './text-lines';

const maxChatTitle = 60;
const edited = / \(edited(?: (\d+))?\)$/;

export const newTitle = 'New chat';

/** Of the first message of a chat. */
export function titleOf(text: string): string {
  const line = escapeControlInline(text.split('\n', 1)[0] ?? '');
  return (line.length <= maxChatTitle ? line : `${cutEnd(line, maxChatTitle)}…`) || newTitle;
}

/** Of a chat that goes on from an earlier message: `Fix it (edited)`, then `Fix it (edited 2)`. */
export function editedTitle(title: string): string {
  const before = edited.exec(title);
  const count = before === null ? 1 : Number(before[1] ?? 1) + 1;
  return `${title.replace(edited, '')} (edited${count === 1 ? '' : ` ${String(count)}`})`;
}
