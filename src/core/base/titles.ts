import { escapeControlInline } from './escape-control';
import { cutEnd, cutMarked } from './text-lines';
import { redactText } from './redact/redact';

const maxChatTitle = 60;
const edited = / \(edited(?: (\d+))?\)$/;

export const newTitle = 'New chat';

/** Title from the first message of a chat. */
export function titleOf(text: string): string {
  const line = escapeControlInline(text.split('\n', 1)[0] ?? '');
  return cutMarked(line, maxChatTitle) || newTitle;
}

/** Title of a chat forked from a message: `Fix it (edited)`, then `Fix it (edited 2)`. */
export function editedTitle(title: string): string {
  const before = edited.exec(title);
  const count = before === null ? 1 : Number(before[1] ?? 1) + 1;
  return `${title.replace(edited, '')} (edited${count === 1 ? '' : ` ${String(count)}`})`;
}

const maxCommandTitle = 120;

/** A command on one line, for users and models: its first line, without credentials. */
export function commandTitle(command: string): string {
  // Before the cut: a half of a credential has no shape by which it is found.
  const text = redactText(command).text.trim();
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const isWhole = line.length === text.length && line.length <= maxCommandTitle;
  return isWhole ? line : `${cutEnd(line, maxCommandTitle - 2).trimEnd()} …`;
}

/** `TODO · src · *.ts`: what a call searches for and where, without a word of any language. */
export function partsTitle(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}

const subjectKeys = ['command', 'path', 'pattern', 'id'] as const;

/** What a call acts on, by its arguments alone: its command or path; undefined if neither is there. */
export function argumentSubject(args: Readonly<Record<string, unknown>>): string | undefined {
  const named = subjectKeys.map((key) => args[key]);
  return named.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}
