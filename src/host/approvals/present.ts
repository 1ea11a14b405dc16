import type { FileDiff } from '../../core/contracts/calls/outcome';
import { cutStart } from '../../core/base/text-lines';
import { escapeControlInline } from '../../core/base/escape-control';
import { markArgument, markCommand, markValue } from '../../core/base/exact-text';
import { shortToolName } from '../../core/contracts/tool-spec';
import { isObject, parseJson } from '../../core/contracts/json';
import { workspacePathText } from '../workspace/names';
import type { PendingApproval } from './pending';
import { neutralToastText } from '../window/neutral-text';

/** Longer commands, and commands of several lines, must be reviewed before an answer. */
const shortCommandLength = 300;

const foldAt = /.{100}(?=.)/gu;

/** One-line summary of the call: the command, or the card's title and where its paths lead. */
export function subjectOf(item: PendingApproval): string {
  const { details, title, folders, kind } = item;
  const { command } = details;
  if (command !== undefined) return markCommand(command);
  const named = title.split(arrow).map((part) => workspacePathText(part, folders));
  const { deletes, writes, reads } = factsOf(item);
  const others = [...deletes, ...writes, ...(kind === 'read' ? reads : [])];
  const real = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return markArgument(named.join(arrow)) + real;
}

/** Between the two paths of a move or copy. */
const arrow = ' → ';

/** "edit src/cart.js", "run npm test": what the agent wants to do. */
export function actionOf(item: PendingApproval): string {
  const { details } = item;
  const subject = subjectOf(item);
  if (details.command !== undefined) return `run ${subject}`;
  if (details.verb === undefined) return `use ${shortToolName(details.tool)}: ${subject}`;
  return `${isNewFile(item) ? 'create' : details.verb} ${subject}`;
}

function isNewFile({ kind, diffs: [diff, ...others] }: PendingApproval): boolean {
  return kind === 'edit' && diff?.oldText === null && others.length === 0;
}

/** The paths of a call, relative to the workspace, without those that its title names. */
export function factsOf({ details, title, folders }: PendingApproval) {
  const named = new Set(title.split(arrow).map((part) => workspacePathText(part, folders)));
  const shown = (paths: readonly string[]) =>
    paths.map((path) => workspacePathText(path, folders)).filter((path) => !named.has(path));
  const { cwd } = details;
  const isUsual = cwd === undefined || (folders.length === 1 && folders[0] === cwd);
  return {
    ...(!isUsual && { cwd: workspacePathText(cwd, folders) }),
    deletes: shown(details.deletes),
    writes: shown(details.writes),
    reads: shown(details.reads.filter((path) => !details.writes.includes(path))),
  };
}

/** True when command or arguments have characters that could mislead: they are shown marked first. */
export function isMarked(item: PendingApproval): boolean {
  const { command, argsJson } = item.details;
  if (command !== undefined && markCommand(command) !== command) return true;
  return markedArguments(item) !== writeArguments(parseJson(argsJson) ?? argsJson);
}

/** True if a key may answer it, and one answer may be for it and others (decision 66). */
export function isRoutine(item: PendingApproval): boolean {
  return item.details.isRoutine && !isMarked(item) && item.diffs.every(fitsCard);
}

/** Characters of both texts together. */
const largestOnCard = 200_000;

/** False for a change whose card leaves the texts out. */
export function fitsCard({ oldText, newText }: FileDiff): boolean {
  return (oldText?.length ?? 0) + newText.length <= largestOnCard;
}

/** True if it may be allowed together with others: a routine change of a file (decision 66). */
export function isRoutineChange(item: PendingApproval): boolean {
  const { command, writes } = item.details;
  return isRoutine(item) && command === undefined && writes.length > 0;
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
  return details.command === undefined && details.writes.length + details.deletes.length > 0;
}

/** "Gatehouse wants to edit src/cart.js": safe in a notification. */
export function toastText(item: PendingApproval): string {
  const where = folderText(item);
  if (!needsReview(item)) {
    const action = where === '' ? actionOf(item) : `run${where}: ${subjectOf(item)}`;
    return neutralToastText(`Gatehouse wants to ${action}`);
  }
  const { command, tool } = item.details;
  const what = command === undefined ? `use ${shortToolName(tool)}` : `run a command${where}`;
  const why = whyReview(item, subjectOf(item));
  return neutralToastText(`Gatehouse wants to ${what}. Review it first: ${why}.`);
}

const maxFolder = 100;

/** `npm test` runs a different program in each folder. */
function folderText({ details, folders }: PendingApproval): string {
  const { command, cwd } = details;
  if (command === undefined || cwd === undefined || folders.includes(cwd)) return '';
  const folder = workspacePathText(cwd, folders);
  return ` in ${folder.length <= maxFolder ? folder : `…${cutStart(folder, maxFolder - 1)}`}`;
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
  const { cwd, deletes, writes, reads } = factsOf(item);
  const listed = (verb: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [`${verb} ${paths.join(', ')}`];
  const parts = [
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...listed('deletes', deletes),
    ...listed('changes', writes),
    ...listed('reads', reads),
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
    ...listed('Deletes', details.deletes),
    ...listed('Changes', details.writes),
    ...listed('Reads', details.reads),
    ...listed('Asked because', details.reasons),
    ...listed('Note', details.notes ?? []),
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
