import { escapeControlInline } from './escape-control';
import { cutEnd, cutMarked } from './text-lines';
import { redactText } from './redact/redact';

const maxChatTitle = 60;
/** Of one and two digits: `Plan (2026)` names a year. Earlier versions wrote `(edited 2)`. */
const count = / \((?:edited|(?:edited )?(\d{1,2}))\)$/;

export const newTitle = 'New chat';

/** Title from the first message of a chat. */
export function titleOf(text: string): string {
  const line = escapeControlInline(text.split('\n', 1)[0] ?? '');
  return cutMarked(line, maxChatTitle) || newTitle;
}

/** Title of a chat forked from a message: `Fix it (2)`, then `Fix it (3)`. No word of a language. */
export function editedTitle(title: string): string {
  const before = Number(count.exec(title)?.[1] ?? 1);
  return `${title.replace(count, '')} (${String(before + 1)})`;
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

const subjectKeys = ['command', 'path', 'url', 'pattern', 'id'] as const;

/** What a call acts on, by its arguments alone: its command, path or address; undefined if none is there. */
export function argumentSubject(args: Readonly<Record<string, unknown>>): string | undefined {
  const named = subjectKeys.map((key) => args[key]);
  return named.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}
