import {
  escapeControl,
  escapeControlInJson,
  escapeControlInline,
} from '../../core/base/escape-control';
import type { ToolKind } from '../../core/contracts/effect';
import type { ApprovalMeta } from '../../core/contracts/meta';
import type { CallItem, CardApproval } from '../../core/contracts/panel';
import type { PendingApproval } from '../approvals/types';
import { maxSentence } from './card-meta';
import { readCardParts } from './card-parts';
import { cutMarked } from './card-text';
import { createCard, toShortTool, toTitle, withStatus, type Card } from './call-card';

/** Puts a pending approval on its card; a card that has ended takes none. */
export function askOn(card: Card, pending: PendingApproval, now: number): Card {
  return withStatus(
    { ...card, item: { ...card.item, approval: toApproval(pending) } },
    card.base,
    now,
  );
}

/** Takes the approval off a card that no longer waits. */
export function answered(card: Card, now: number): Card {
  const { approval: _answered, ...item } = card.item;
  return withStatus({ ...card, item }, card.base, now);
}

/** The card of a permission request that comes before its `tool_call`. */
export function cardOfApproval(pending: PendingApproval): Card {
  const card = createCard(pending.toolCallId);
  const { details } = pending;
  const item: CallItem = {
    ...card.item,
    tool: toShortTool(details.tool),
    title: toTitle(pending.title),
    kind: guessKind(details),
    argsJson: escapeControlInJson(details.argsJson),
  };
  return { ...card, item };
}

/** Everything a person must see, with nothing hidden in it (security T2). */
function toApproval({ approvalId, details }: PendingApproval): CardApproval {
  const { command, cwd } = details;
  return {
    approvalId,
    ...(command === undefined ? {} : { command: escapeControl(command) }),
    ...(cwd === undefined ? {} : { cwd: escapeControlInline(cwd) }),
    reads: details.reads.map(escapeControlInline),
    writes: details.writes.map(escapeControlInline),
    reasons: details.reasons.map((reason) => cutMarked(escapeControlInline(reason), maxSentence)),
    ...(details.parts === undefined ? {} : { parts: readCardParts(details.parts) }),
    canAlways: details.alwaysOffers.length > 0,
  };
}

/** Only an icon hangs on it, until the `tool_call` says the kind. */
function guessKind(details: ApprovalMeta): ToolKind {
  if (details.command !== undefined) return 'execute';
  if (details.writes.length > 0) return 'edit';
  return details.reads.length > 0 ? 'read' : 'other';
}
