import type { FileDiff } from '../../core/contracts/calls/outcome';
import { cutStart } from '../../core/base/text-lines';
import { escapeControlInline } from '../../core/base/escape-control';
import { markArgument, markCommand, markValue } from '../../core/base/exact-text';
import { shortToolName } from '../../core/contracts/tool-spec';
import { isObject, parseJson } from '../../core/contracts/json';
import { workspacePathText } from '../workspace/names';
import type { CardAddress } from '../../core/contracts/panel/card-address';
import { shownAddress } from './web-facts';
import type { PendingApproval } from './pending';
import { neutralToastText } from '../window/neutral-text';
import { shown, t } from '../window/language';

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
  const action = actions[verbOf(item)];
  return action?.does(subject) ?? t('use {0}: {1}', shortToolName(details.tool), subject);
}

/** A key of `actions`; empty for a tool without a verb. */
function verbOf(item: PendingApproval): string {
  const { command, verb = '' } = item.details;
  if (command !== undefined) return 'run';
  return verb !== '' && isNewFile(item) ? 'create' : verb;
}

interface ActionTexts {
  readonly does: (subject: string) => string;
  readonly wants: (subject: string) => string;
}

/** By the verb of the tool. */
const actions: Readonly<Partial<Record<string, ActionTexts>>> = {
  run: {
    does: (subject) => t('run {0}', subject),
    wants: (subject) => t('Gatehouse wants to run {0}', subject),
  },
  create: {
    does: (subject) => t('create {0}', subject),
    wants: (subject) => t('Gatehouse wants to create {0}', subject),
  },
  'create the folder': {
    does: (subject) => t('create the folder {0}', subject),
    wants: (subject) => t('Gatehouse wants to create the folder {0}', subject),
  },
  write: {
    does: (subject) => t('write {0}', subject),
    wants: (subject) => t('Gatehouse wants to write {0}', subject),
  },
  edit: {
    does: (subject) => t('edit {0}', subject),
    wants: (subject) => t('Gatehouse wants to edit {0}', subject),
  },
  move: {
    does: (subject) => t('move {0}', subject),
    wants: (subject) => t('Gatehouse wants to move {0}', subject),
  },
  copy: {
    does: (subject) => t('copy {0}', subject),
    wants: (subject) => t('Gatehouse wants to copy {0}', subject),
  },
  delete: {
    does: (subject) => t('delete {0}', subject),
    wants: (subject) => t('Gatehouse wants to delete {0}', subject),
  },
  read: {
    does: (subject) => t('read {0}', subject),
    wants: (subject) => t('Gatehouse wants to read {0}', subject),
  },
  list: {
    does: (subject) => t('list {0}', subject),
    wants: (subject) => t('Gatehouse wants to list {0}', subject),
  },
  find: {
    does: (subject) => t('find {0}', subject),
    wants: (subject) => t('Gatehouse wants to find {0}', subject),
  },
  'search for': {
    does: (subject) => t('search for {0}', subject),
    wants: (subject) => t('Gatehouse wants to search for {0}', subject),
  },
};

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

/** What it would change, as the user sees it: what hides in the texts is marked, as in arguments. */
export function shownDiffs(item: PendingApproval): readonly FileDiff[] {
  return isMarked(item) ? item.diffs.map(markedDiff) : item.diffs;
}

function markedDiff(diff: FileDiff): FileDiff {
  const { oldText, newText } = diff;
  return {
    ...diff,
    oldText: oldText === null ? null : markArgument(oldText),
    newText: markArgument(newText),
  };
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
  const text = needsReview(item) ? reviewFirstText(item) : wantsText(item);
  return neutralToastText([text, ...originLines(item)].join(' · '));
}

/** Where each address comes from, and what may leave with it. */
function originLines(item: PendingApproval): readonly string[] {
  return addresses(item).flatMap(({ origin, warning = [] }) => [origin, warning].flat());
}

/** True if the call asks an address that may carry something away. */
export function mayCarryData({ details: { web = [] } }: PendingApproval): boolean {
  return web.some(({ mayCarryData: carries }) => carries === true);
}

function wantsText(item: PendingApproval): string {
  const folder = folderOf(item);
  const subject = subjectOf(item);
  if (folder !== undefined) return t('Gatehouse wants to run in {0}: {1}', folder, subject);
  const tool = shortToolName(item.details.tool);
  const action = actions[verbOf(item)];
  return action?.wants(subject) ?? t('Gatehouse wants to use {0}: {1}', tool, subject);
}

function reviewFirstText(item: PendingApproval): string {
  const folder = folderOf(item);
  const why = whyReview(item, subjectOf(item));
  if (folder !== undefined) {
    return t('Gatehouse wants to run a command in {0}. Review it first: {1}.', folder, why);
  }
  if (item.details.command !== undefined) {
    return t('Gatehouse wants to run a command. Review it first: {0}.', why);
  }
  const tool = shortToolName(item.details.tool);
  return t('Gatehouse wants to use {0}. Review it first: {1}.', tool, why);
}

const maxFolder = 100;

/** `npm test` runs a different program in each folder. */
function folderOf({ details, folders }: PendingApproval): string | undefined {
  const { command, cwd } = details;
  if (command === undefined || cwd === undefined || folders.includes(cwd)) return undefined;
  const folder = workspacePathText(cwd, folders);
  return folder.length <= maxFolder ? folder : `…${cutStart(folder, maxFolder - 1)}`;
}

function whyReview(item: PendingApproval, subject: string): string {
  if (isMarked(item)) return t('it has characters that can mislead');
  const lines = subject.split('\n').length;
  if (lines > 1) return t('it has {0} lines', lines);
  if (subject.length > shortCommandLength) return t('it has {0} characters', subject.length);
  return t('a notification cannot show it exactly');
}

/** Working folder and targets, for the second line of a quick pick. */
export function detailLine(item: PendingApproval): string {
  const { cwd, deletes, writes, reads } = factsOf(item);
  const parts = [
    ...(cwd === undefined ? [] : [t('in {0}', cwd)]),
    ...(deletes.length === 0 ? [] : [t('deletes {0}', deletes.join(', '))]),
    ...(writes.length === 0 ? [] : [t('changes {0}', writes.join(', '))]),
    ...(reads.length === 0 ? [] : [t('reads {0}', reads.join(', '))]),
    ...originLines(item),
    ...item.details.reasons.map(shown),
  ];
  return parts.join(' · ');
}

/** Everything of a pending call, for a read-only document. */
export function reviewText(item: PendingApproval): string {
  const { details } = item;
  return [
    t('Tool: {0}', shortToolName(details.tool)),
    ...(details.cwd === undefined ? [] : [t('Folder: {0}', escapeControlInline(details.cwd))]),
    ...listed(t('Deletes:'), details.deletes),
    ...listed(t('Changes:'), details.writes),
    ...listed(t('Reads:'), details.reads),
    ...addresses(item).flatMap(addressLines),
    ...listed(t('Asked because:'), details.reasons.map(shown)),
    ...listed(t('Note:'), (details.notes ?? []).map(shown)),
    ...(details.command === undefined ? [] : commandText(details.command)),
    '',
    t('Arguments (secrets hidden):'),
    ...argumentLines(details.argsJson),
    '',
  ].join('\n');
}

function addresses({ details: { web = [] } }: PendingApproval): readonly CardAddress[] {
  return web.map(shownAddress);
}

function addressLines({ url, host, query, origin, warning }: CardAddress): readonly string[] {
  return [
    ...listed(t('Address:'), [url]),
    ...listed(t('Host:'), [host]),
    ...listed(t('Query:'), query === undefined ? [] : [query]),
    ...listed(t('Where it comes from:'), [origin, ...(warning === undefined ? [] : [warning])]),
  ];
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
    t('Command (⟨U+…⟩ marks a character that can mislead; ↪ continues a line):'),
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
    : [heading, ...values.map((value) => `  ${escapeControlInline(value)}`)];
}
