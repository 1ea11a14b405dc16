import { redactText } from './redact';
import { cutEnd } from './text-lines';

const maxCommandTitle = 120;

/** A command on one line, for people and models: its first line, without credentials. */
export function commandTitle(command: string): string {
  // Before the cut: a half of a credential has no shape by which it is found.
  const text = redactText(command).text.trim();
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const isWhole = line.length === text.length && line.length <= maxCommandTitle;
  return isWhole ? line : `${cutEnd(line, maxCommandTitle - 2).trimEnd()} …`;
}
