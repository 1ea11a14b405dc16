import { cutStart } from '../../core/base/text-lines';
import { escapeControlInline } from '../../core/base/escape-control';
import { markArgument, markCommand, markValue } from '../../core/base/exact-text';
import { shortToolName } from '../../core/contracts/tool-spec';
import { isObject, parseJson } from '../../core/contracts/json';
import type { PendingApproval } from './pending';
import { neutralToastText } from '../window/neutral-text';

/** Longer commands, and commands of several lines, must be reviewed before an answer. */
const shortCommandLength = 300;

const foldAt = /.{100}(?=.)/gu;

/** One-line summary of the call. */
export function subjectOf(item: PendingApproval): string {
  const { command, reads, writes } = item.details;
  if (command !== undefined) return markCommand(command);
  const paths = [...writes, ...reads.filter((path) => !writes.includes(path))];
  return paths.length > 0 ? paths.join(', ') : item.title;
}

/** True when command or arguments have characters that could mislead: they are shown marked first. */
export function isMarked(item: PendingApproval): boolean {
  const { command, argsJson } = item.details;
  if (command !== undefined && markCommand(command) !== command) return true;
  return markedArguments(item) !== writeArguments(parseJson(argsJson) ?? argsJson);
}

/** The arguments as JSON, their misleading characters marked. */
export function markedArguments({ details: { argsJson } }: PendingApproval): string {
  return writeArguments(markValue(parseJson(argsJson) ?? argsJson));
}

function writeArguments(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** True when a toast cannot show exactly and completely what would run. */
export function needsReview(item: PendingApproval): boolean {
  const subject = subjectOf(item);
  const isExact = neutralToastText(subject) === subject && !isMarked(item);
  return subject.length > shortCommandLength || !isExact;
}

/** True when the subject does not show how the target changes, so a review is advised. */
export function hidesChange({ details }: PendingApproval): boolean {
  return details.command === undefined && details.writes.length > 0;
}

export interface ToastContext {
  /** Makes the text unique: VS Code closes a notification with the same text as another. */
  readonly number: number;
  /** The open folders, canonical; a command that runs elsewhere shows its folder. */
  readonly roots: readonly string[];
}

export function toastText(item: PendingApproval, { number, roots }: ToastContext): string {
  const tool = shortToolName(item.details.tool);
  const head = `Approval ${String(number)}, ${tool}${folderText(item, roots)}:`;
  const subject = subjectOf(item);
  if (needsReview(item)) {
    return neutralToastText(`${head} review it first: ${whyReview(item, subject)}.`);
  }
  return neutralToastText(
    `${head} ${subject}${hidesChange(item) ? ' (Review… shows the change)' : ''}`,
  );
}

const maxFolder = 100;

/** `npm test` runs a different program in each folder. */
function folderText({ details }: PendingApproval, roots: readonly string[]): string {
  const { cwd } = details;
  if (details.command === undefined || cwd === undefined || roots.includes(cwd)) return '';
  return ` in ${cwd.length <= maxFolder ? cwd : `…${cutStart(cwd, maxFolder - 1)}`}`;
}

function whyReview(item: PendingApproval, subject: string): string {
  if (isMarked(item)) return 'it has characters that can mislead';
  const lines = subject.split('\n').length;
  if (lines > 1) return `it has ${String(lines)} lines`;
  if (subject.length > shortCommandLength) return `it has ${String(subject.length)} characters`;
  return 'a notification cannot show it exactly';
}

/** Working folder and targets, for the second line of a quick pick. */
export function detailLine(item: PendingApproval): string {
  const { cwd, reads, writes, command } = item.details;
  const parts = [
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...(command === undefined || writes.length === 0 ? [] : [`writes ${writes.join(', ')}`]),
    ...(command === undefined || reads.length === 0 ? [] : [`reads ${reads.join(', ')}`]),
    ...item.details.reasons,
  ];
  return parts.join(' · ');
}

/** Everything of a pending call, for a read-only document. */
export function reviewText(item: PendingApproval): string {
  const { details } = item;
  return [
    `Tool: ${shortToolName(details.tool)}`,
    ...(details.cwd === undefined ? [] : [`Folder: ${escapeControlInline(details.cwd)}`]),
    ...listed('Writes', details.writes),
    ...listed('Reads', details.reads),
    ...listed('Asked because', details.reasons),
    ...(details.command === undefined ? [] : commandText(details.command)),
    '',
    'Arguments (secrets hidden):',
    ...argumentLines(details.argsJson),
    '',
  ].join('\n');
}

/** Each argument under its name, indented so that no line looks like one of the page. */
function argumentLines(argsJson: string): readonly string[] {
  const args = parseJson(argsJson);
  if (!isObject(args)) return ['', fold(markArgument(argsJson))];
  return Object.entries(args).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : writeArguments(value);
    const lines = fold(markArgument(text)).split('\n');
    return ['', `${escapeControlInline(markArgument(name))}:`, ...lines.map((line) => `  ${line}`)];
  });
}

function commandText(command: string): readonly string[] {
  return [
    '',
    'Command (⟨U+…⟩ marks a character that can mislead; ↪ continues a line):',
    '',
    fold(markCommand(command)),
  ];
}

/** Breaks long lines visibly, so that no part is outside the editor. */
function fold(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(foldAt, '$&\n↪ '))
    .join('\n');
}

function listed(heading: string, values: readonly string[]): readonly string[] {
  return values.length === 0
    ? []
    : [`${heading}:`, ...values.map((value) => `  ${escapeControlInline(value)}`)];
}
