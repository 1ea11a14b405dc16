import { fitsCard } from '../../approvals/present';
import { shownAddress } from '../../approvals/web-facts';
import { escapeControlInJson, escapeControlInline } from '../../../core/base/escape-control';
import {
  readDiffs,
  type ToolCall,
  type ToolCallContent,
  type ToolCallLocation,
  type ToolCallUpdate,
} from '../../../core/contracts/chats/acp';
import type { Decision } from '../../../core/contracts/calls/decision';
import { isFinal } from '../../../core/contracts/calls/ending';
import { toolKindOf } from '../../../core/contracts/tool-spec';
import type { FileDiff, Location, RollbackReport } from '../../../core/contracts/calls/outcome';
import type {
  CallItem,
  CardPage,
  CardRollback,
  CardStatus,
  CardDiff,
  CardFilter,
} from '../../../core/contracts/panel/state';
import { markCommand, markValue } from '../../../core/base/exact-text';
import { maxSentence, rawTextOf, readCallMeta, shownDecision, type CallMeta } from './acp-meta';
import type { Sentence } from '../../../core/base/sentence';
import { dense } from '../../../core/contracts/schema-parts';
import { cutMarked, cutStart } from '../../../core/base/text-lines';
import { cutMiddle, maxFullText, maxTail } from './display-text';
import { toPlainOutput } from '../../window/neutral-text';
import { parseWebLink } from '../../../core/base/addresses/urls';
import { cardEnding, withoutToolError } from './card-ending';
import { shown, shownFailure, t } from '../../window/language';
import { shownDiff } from '../../window/shown-diff';

const maxTitleChars = 1000;
const maxCardText = 20_000;

/** The called tool, as the agent announced it. */
export interface AnnouncedCall {
  /** Canonical id, or the given name when no tool has it. */
  readonly tool: string;
  /** JSON text of the redacted arguments, in full. */
  readonly argsJson: string;
  /** In no language yet, for Explain, exports and recordings. */
  readonly decision?: Decision;
  /** Why it failed, in English, for exports. */
  readonly failureText?: string;
  /** In no language yet, for exports. */
  readonly warnings?: readonly Sentence[];
}

/** A card as the panel shows it, with data that only the host holds. */
export interface Card {
  readonly item: CallItem;
  /** Undefined until the agent has announced it. */
  readonly call?: AnnouncedCall;
  /** The status apart from any pending approval. */
  readonly base: Exclude<CardStatus, 'asking'>;
  /** Redacted text in full, at most 1 MB; undefined when the item has all of it. */
  readonly fullText?: string;
  /** The text before filters, if they have shortened it; at most 1 MB. */
  readonly rawText?: string;
  readonly fullDiffs: readonly FileDiff[];
  /** While it waits for approval: what it would change. */
  readonly proposed?: readonly FileDiff[];
  /** The session of the call, if not the chat's own: an earlier chat was edited. */
  readonly sessionId?: string;
}

/** Tool call ids come from models; `#` keeps the transcript's own ids apart from them. */
export function cardId(toolCallId: string): string {
  return /^(?:#|call:)/.test(toolCallId) ? `call:${toolCallId}` : toolCallId;
}

export function createCard(toolCallId: string): Card {
  return {
    base: 'running',
    fullDiffs: [],
    item: {
      type: 'call',
      id: toolCallId,
      tool: '',
      kind: 'other',
      origin: 'model',
      title: t('Tool call'),
      status: 'running',
      argsJson: '',
      tail: '',
      text: '',
      textCut: false,
      diffs: [],
      locations: [],
      warnings: [],
    },
  };
}

/** The text to append to the live tail, if the update brings nothing else. */
export function tailOnly(card: Card, update: ToolCall | ToolCallUpdate): string | undefined {
  const { toolCallId: _id, _meta, status, ...rest } = update;
  const { tail, retry, ...meta } = readCallMeta(_meta);
  const isSame = status === undefined || status === null || toBase(status, meta) === card.base;
  const brought = { ...rest, ...meta, sessionUpdate: undefined };
  const isAlone = Object.values(brought).every((value) => value === undefined || value === null);
  const isTail = isAlone && retry === undefined;
  return isSame && isTail && !isFinal(card.base) ? tail : undefined;
}

export function appendTail(card: Card, text: string): Card {
  const tail = cutStart(card.item.tail + toPlainOutput(text), maxTail);
  return { ...card, item: { ...card.item, tail } };
}

/** Applies a `tool_call` or `tool_call_update`, in any order and any number of times. */
export function applyUpdate(card: Card, update: ToolCall | ToolCallUpdate, now: number): Card {
  const meta = readCallMeta(update._meta);
  const base = nextBase(card.base, update.status ?? undefined, meta);
  const described = withDescription(card, update, meta);
  const filled = withContent(described, update.content ?? undefined, meta.failure);
  const tailed = meta.tail === undefined || isFinal(base) ? filled : appendTail(filled, meta.tail);
  const item = withRetry(withResult(tailed.item, meta), meta.retry);
  return withStatus({ ...tailed, ...rawTextOf(update, meta), item }, base, now);
}

/** Sets the status: a final card shows no approval and, when it has a text, no live tail. */
export function withStatus(card: Card, base: Card['base'], now: number): Card {
  const { approval, startedAt, waitsForInput: _w, retry: _r, ending: _e, ...item } = card.item;
  const asks = approval !== undefined && !isFinal(base);
  const starts = base === 'running' && !asks;
  const ending = cardEnding(item, base);
  return {
    ...card,
    base,
    item: {
      ...item,
      status: asks ? 'asking' : base,
      ...(ending === undefined ? {} : { ending }),
      ...(asks ? { approval } : {}),
      ...(starts ? { startedAt: startedAt ?? now } : {}),
      ...(isFinal(base) && item.text !== '' ? { tail: '' } : {}),
      ...waitsOf(card.item, base),
    },
  };
}

/** The pending state of a card; only a background command waits after its call has ended. */
function waitsOf(
  { waitsForInput, retry, background }: CallItem,
  base: Card['base'],
): Pick<CallItem, 'waitsForInput' | 'retry'> {
  const isOpen = !isFinal(base);
  return {
    ...(waitsForInput === true && (isOpen || background !== undefined) ? { waitsForInput } : {}),
    ...(retry !== undefined && isOpen ? { retry } : {}),
  };
}

/** A card in a chat that continues from another: only the original can still act on it. */
export function settledCopy(card: Card, sessionId: string | undefined, now: number): Card {
  const { approval: _a, background: _b, waitsForInput: _w, ...item } = card.item;
  const copy = sessionId === undefined ? card : { sessionId, ...card };
  return withStatus({ ...copy, item }, isFinal(card.base) ? card.base : 'cancelled', now);
}

function nextBase(
  previous: Card['base'],
  reported: ToolCallUpdate['status'] | undefined,
  meta: Pick<CallMeta, 'answered' | 'cancelled'>,
): Card['base'] {
  if (meta.cancelled === true) return 'cancelled';
  const next = reported ? toBase(reported, meta) : previous;
  return isFinal(previous) && !isFinal(next) ? previous : next;
}

function toBase(
  status: NonNullable<ToolCallUpdate['status']>,
  { answered }: Pick<CallMeta, 'answered'>,
): Card['base'] {
  if (status === 'completed' || status === 'failed') return status;
  return status === 'pending' && answered !== undefined ? answered : 'running';
}

function withDescription(card: Card, update: ToolCall | ToolCallUpdate, meta: CallMeta): Card {
  const { item } = card;
  const tool = meta.tool ?? update.name ?? undefined;
  const title = update.title ?? undefined;
  return {
    ...card,
    ...(meta.session === undefined ? {} : { sessionId: meta.session }),
    ...announced(
      card.call,
      dense({
        ...{ tool, rawInput: update.rawInput, decision: meta.decision },
        failureText: meta.failure?.message,
        warnings: meta.warnings,
      }),
    ),
    item: {
      ...item,
      ...(tool ? { tool: toShortTool(tool) } : {}),
      ...(title === undefined ? {} : { title: toTitle(title), namesTool: meta.namesTool === true }),
      ...(update.kind ? { kind: toolKindOf(update.kind) } : {}),
      ...dense({ addresses: meta.addresses?.map(shownAddress), origin: meta.origin }),
      ...(update.rawInput === undefined ? {} : { argsJson: toArgsJson(update.rawInput) }),
      ...(update.locations ? { locations: update.locations.map(toLocation) } : {}),
    },
  };
}

/** As text, so that later mutation by the agent has no effect. */
function announced(
  known: AnnouncedCall | undefined,
  { rawInput, ...added }: Partial<AnnouncedCall> & { readonly rawInput?: unknown },
): Pick<Card, 'call'> {
  const { tool, argsJson = '{}', ...rest } = { ...known, ...added };
  if (tool === undefined) return {};
  return {
    call: { tool, argsJson: rawInput === undefined ? argsJson : stringify(rawInput), ...rest },
  };
}

/** ACP replaces content as a whole; only a terminal stays, because it stays visible too. */
function withContent(
  card: Card,
  content: readonly ToolCallContent[] | undefined,
  failure: CallMeta['failure'],
): Card {
  if (content === undefined) return card;
  const text = toPlainOutput(
    content
      .map(textOf)
      .filter((part) => part !== '')
      .join('\n'),
  );
  const terminalId = content.findLast((part) => part.type === 'terminal')?.terminalId;
  const fullDiffs = readDiffs(content);
  const { fullText: _replaced, ...rest } = card;
  const { raw: _old, toolError: _error, ...item } = card.item;
  const left = withoutToolError(text, failure);
  return {
    ...rest,
    fullDiffs,
    ...(text.length > maxCardText ? { fullText: cutMiddle(text, maxFullText) } : {}),
    item: {
      ...item,
      ...left,
      text: cutMiddle(left.text, maxCardText),
      textCut: left.text.length > maxCardText,
      diffs: fullDiffs.map(toCardDiff),
      ...(terminalId === undefined ? {} : { terminalId }),
    },
  };
}

const notKept = (): string => t('The output was too long to keep in full.');
const shortForModel = (): string => t('The output is long: the model reads its start and end.');

function withResult(item: CallItem, meta: CallMeta): CallItem {
  const isStored = meta.overflowId !== undefined;
  const cut = meta.truncated === true ? [isStored ? shortForModel() : notKept()] : [];
  const given = meta.warnings?.map((warning) => cutMarked(shown(warning), maxSentence));
  const warnings = given ?? (cut.length > 0 ? [] : item.warnings);
  const { failure, filter, rollback } = meta;
  const decision = meta.decision && shownDecision(meta.decision);
  const { interrupted, exitCode, durationMs, overflowId, repeats } = meta;
  const { background, newProblems, waitsForInput } = meta;
  const page = meta.web && cardPage(meta.web);
  return {
    ...item,
    warnings: [...warnings, ...cut],
    ...dense({ decision, interrupted, exitCode, durationMs, overflowId, repeats }),
    ...dense({ background, newProblems, waitsForInput, page }),
    ...(filter !== undefined && { filter: cardFilter(filter) }),
    ...(rollback !== undefined && { rollback: rollbackDone(rollback) }),
    ...(failure !== undefined && {
      failure: {
        errorCode: failure.errorCode,
        message: cutMarked(shownFailure(failure), maxSentence),
      },
    }),
  };
}

/** Undefined for an address that a check refused, or that no browser would open. */
function cardPage(visit: NonNullable<CallMeta['web']>): CardPage | undefined {
  const { url, finalUrl = url, refusedBy, ...page } = visit;
  const link = refusedBy === undefined ? parseWebLink(finalUrl) : undefined;
  return link && { ...link, ...page };
}

/** Null: the rollback is in progress; undefined: no change. */
function withRetry(item: CallItem, update: CallMeta['retry']): CallItem {
  if (update === undefined) return item;
  const { retry: _before, ...rest } = item;
  return update === null ? rest : { ...rest, retry: update };
}

/** The rollback note of a card: only the number of files, as the audit log lists them. */
function rollbackDone({ restored, removed }: RollbackReport): CardRollback {
  return { restored: restored.length, removed: removed.length };
}

function textOf(part: ToolCallContent): string {
  if (part.type !== 'content') return '';
  const block = part.content;
  if (block.type === 'text') return block.text;
  return block.type === 'resource_link' ? block.uri : `[${block.type}]`;
}

function toLocation({ path, line }: ToolCallLocation): Location {
  return typeof line === 'number' ? { path, line } : { path };
}

/** `bash` of `core__bash`, `server / tool` of `mcp__server__tool`. */
export function toShortTool(tool: string): string {
  return toTitle(tool.replace(/^(?:core|mcp)__/, '').replace('__', ' / '));
}

/** On one line, marked as the approval marks the command: what is shown is what ran. */
export function toTitle(title: string): string {
  const marked = escapeControlInline(markCommand(cutMarked(title, maxTitleChars)));
  return cutMarked(marked, maxTitleChars);
}

function toArgsJson(rawInput: unknown): string {
  return cutMiddle(escapeControlInJson(stringify(rawInput, markValue)), maxCardText);
}

function stringify(value: unknown, marked?: (value: unknown) => unknown): string {
  try {
    return marked === undefined ? JSON.stringify(value) : JSON.stringify(marked(value), null, 2);
  } catch {
    // An in-process agent may send values that JSON cannot hold; the card works without them.
    return t('(arguments that cannot be shown)');
  }
}

/** Unchanged lines kept on both sides of a change. */
const contextLines = 3;

/** Reduces a whole-file change to the part the card shows, so that messages stay small. */
export function toCardDiff(given: FileDiff): CardDiff {
  const diff = shownDiff(given);
  const { oldText, newText, ...rest } = diff;
  if (oldText === null) return sized(diff);
  // A moved file may be unchanged.
  if (oldText === newText) return { ...rest, oldText: '', newText: '', startLine: 1 };
  const before = splitLines(oldText);
  const after = splitLines(newText);
  const start = Math.max(0, commonPrefix(before, after) - contextLines);
  const end = Math.max(0, commonSuffix(before, after, start) - contextLines);
  return sized({
    ...rest,
    oldText: before.slice(start, before.length - end).join(''),
    newText: after.slice(start, after.length - end).join(''),
    startLine: start + 1,
  });
}

function sized({ startLine, ...diff }: CardDiff): CardDiff {
  if (!fitsCard(diff)) return { ...diff, oldText: null, newText: '', large: true };
  return startLine === undefined ? diff : { ...diff, startLine };
}

/** Lines with their line ends, so that joining gives the text again. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function commonPrefix(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && before[count] === after[count]) count += 1;
  return count;
}

function commonSuffix(before: readonly string[], after: readonly string[], start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let count = 0;
  while (count < most && before.at(-1 - count) === after.at(-1 - count)) count += 1;
  return count;
}

/** The note on a card whose text is not the whole output (003-filters-6). */
function cardFilter({
  rawLines,
  filteredLines,
  ...filter
}: NonNullable<CallMeta['filter']>): CardFilter {
  return filteredLines < rawLines ? { ...filter, lines: [rawLines, filteredLines] } : filter;
}
