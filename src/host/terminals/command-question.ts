import { asksSecret } from '../../core/base/asks-secret';
import { escapeControlInline } from '../../core/base/escape-control';
import { redactText } from '../../core/base/redact/redact';
import { cutMarked, cutStart } from '../../core/base/text-lines';
import type { InputQuestion } from '../../core/contracts/panel/state';
import { readQuestion } from '../../core/shell/read-questions';
import type { ShellReading } from '../../adapters/process/input-wait';
import { toPlainOutput } from '../window/neutral-text';

const maxChars = 200;
const maxOutput = 16_000;

/** What a command that waits for input has asked, and whether the answer must not be seen. */
export interface CommandQuestion extends InputQuestion {
  readonly isSecret: boolean;
}

export interface WaitingCommand {
  /** As given. */
  readonly command: string;
  /** Its output so far. */
  readonly output: string;
  /** Undefined unless its shell itself waits. */
  readonly shellRead: ShellReading | undefined;
}

/**
 * The question is the text of `read -p`, which bash does not print to a pipe, else what the output
 * leaves open on its last line.
 */
export function commandQuestion({ command, output, shellRead }: WaitingCommand): CommandQuestion {
  const { open, before } = lastLines(output);
  const read = shellRead && readQuestion(command, shellRead.answered);
  const question = [read?.prompt ?? '', open].find(saysSomething);
  const last = saysSomething(open) ? open : before;
  const isSecret = read?.isSilent === true || asksSecret(question ?? last);
  return {
    ...(last === '' || last === question ? {} : { line: shown(last) }),
    ...(question === undefined ? {} : { question: shown(question) }),
    isSecret,
  };
}

/** The last line, empty if it is complete, and the last before it that is not empty. */
function lastLines(output: string): { readonly open: string; readonly before: string } {
  const lines = toPlainOutput(cutStart(output, maxOutput)).split('\n');
  const open = lines.pop() ?? '';
  return { open, before: lines.findLast((line) => line.trim() !== '') ?? '' };
}

/** A bare sign such as `> ` asks nothing: what was asked is on the line before. */
function saysSomething(text: string): boolean {
  return /[\p{L}\d]/u.test(text);
}

function shown(text: string): string {
  return cutMarked(escapeControlInline(redactText(text.trim()).text), maxChars);
}
