import { shown, t } from '../../window/language';
import { escapeControlInJson, escapeControlInline } from '../../../core/base/escape-control';
import { markCommand } from '../../../core/base/exact-text';
import { dense } from '../../../core/contracts/schema-parts';
import type { ToolKind } from '../../../core/contracts/tool-spec';
import type { CallStatus } from '../../../core/contracts/calls/outcome';
import type { ApprovalMeta } from '../../../core/contracts/chats/acp';
import type {
  BackgroundItem,
  CallItem,
  CardApproval,
  CardOffer,
  InputQuestion,
} from '../../../core/contracts/panel/state';
import type { PendingApproval } from '../../approvals/pending';
import {
  actionOf,
  factsOf,
  isMarked,
  isRoutine,
  isRoutineChange,
  markedArguments,
  shownDiffs,
} from '../../approvals/present';
import {
  isExactChange,
  leftNotes,
  patternLine,
  type RuleChoice,
} from '../../approvals/rule-choices';
import { shownAddress } from '../../approvals/web-facts';
import { maxSentence, readCardParts } from './acp-meta';
import { shownLine } from './display-text';
import {
  cardId,
  createCard,
  toCardDiff,
  toShortTool,
  toTitle,
  withStatus,
  type Card,
} from './card';
import { commandTitle } from '../../../core/base/titles';
import type { BackgroundCommand, BackgroundEnd } from '../../../core/ports/terminals';

/** Puts a pending approval on its card; a card that has ended accepts none. */
export function askOn(card: Card, pending: PendingApproval, now: number): Card {
  return withStatus(
    {
      ...card,
      proposed: shownDiffs(pending),
      item: { ...card.item, approval: toApproval(pending) },
    },
    card.base,
    now,
  );
}

/** Removes the approval from a card that no longer waits. */
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
    kind: pending.kind === 'other' ? guessKind(details) : pending.kind,
    argsJson: escapeControlInJson(markedArguments(pending)),
  };
  return { ...card, item };
}

/** Everything a user must see, with nothing hidden in it (decision inert-text). */
function toApproval(pending: PendingApproval): CardApproval {
  const { approvalId, details } = pending;
  const { command, parts, isPlanned, isNews, isRisky } = details;
  const { cwd, deletes, writes, reads } = factsOf(pending);
  const markedParts = parts?.map((part) => ({ ...part, text: markCommand(part.text) }));
  return {
    approvalId,
    ...(command === undefined ? {} : { command: markCommand(command) }),
    action: escapeControlInline(actionOf(pending)),
    diffs: shownDiffs(pending).map(toCardDiff),
    notes: (details.notes ?? []).map((note) => shownLine(shown(note), maxSentence)),
    ...dense({ cwd, isPlanned, isNews, isRisky, web: details.web?.map(shownAddress) }),
    ...{ deletes, writes, reads },
    reasons: details.reasons.map((reason) => shownLine(shown(reason), maxSentence)),
    ...(markedParts && { parts: readCardParts(markedParts) }),
    ...(isMarked(pending)
      ? { isMarked: true, argsJson: markedArguments(pending) }
      : alwaysMenu(pending)),
    ...(isRoutine(pending) && { isRoutine: true }),
    ...(isRoutineChange(pending) && { isRoutineChange: true }),
  };
}

/** The offers of "Always allow"; none where the characters of the call may mislead. */
function alwaysMenu({ choices, details }: PendingApproval): Pick<CardApproval, 'always'> {
  const notes = leftNotes(details.alwaysLeft).map((note) =>
    shownLine(markCommand(note), maxSentence),
  );
  if (choices.length === 0 && notes.length === 0) return {};
  const offers = choices.map((choice): CardOffer => {
    const rule = markCommand(patternLine(choice.rules));
    return { offerId: choice.offerId, rule, scope: offerScope(choice) };
  });
  return { always: { offers, notes } };
}

function offerScope(choice: RuleChoice): CardOffer['scope'] {
  if (isExactChange(choice)) return 'change';
  return choice.isExactCall ? 'call' : choice.scope.kind;
}

/** Only the icon depends on it, until the `tool_call` names the kind. */
function guessKind(details: ApprovalMeta): ToolKind {
  if (details.command !== undefined) return 'execute';
  if (details.deletes.length > 0) return 'delete';
  if (details.writes.length > 0) return 'edit';
  return details.reads.length > 0 ? 'read' : 'other';
}

/** The card with its undo state; the same object when nothing changes. */
export function withUndo(card: Card, undo: CallItem['undo']): Card {
  const { undo: before, ...item } = card.item;
  if (before === undo) return card;
  return { ...card, item: undo === undefined ? item : { ...item, undo } };
}

/** What the command in a terminal has asked; undefined once it has ended. */
export type QuestionOf = (terminalId: string) => InputQuestion | undefined;

/** The card with what its command asks while that waits for input. */
export function withQuestion(card: Card, questionOf: QuestionOf): Card {
  const { input, ...item } = card.item;
  const { terminalId, waitsForInput } = item;
  const asked =
    waitsForInput === true && terminalId !== undefined ? questionOf(terminalId) : undefined;
  if (input === undefined && asked === undefined) return card;
  return { ...card, item: asked === undefined ? item : { ...item, input: shownQuestion(asked) } };
}

function shownQuestion({ line, question }: InputQuestion): InputQuestion {
  return dense({ line, question });
}

/** The commands of a chat that still run, for the bar above the input; oldest first. */
export function backgroundItems(
  commands: readonly BackgroundCommand[],
  questionOf: QuestionOf,
): readonly BackgroundItem[] {
  return commands
    .filter((command) => command.end() === undefined)
    .map((command) => {
      const waitsForInput = command.waitsForInput();
      const asked = waitsForInput ? questionOf(command.terminalId) : undefined;
      return {
        commandId: command.id,
        itemId: cardId(command.toolCallId),
        title: backgroundTitle(command),
        startedAt: command.startedAt,
        waitsForInput,
        ...(asked && { input: shownQuestion(asked) }),
      };
    });
}

function backgroundTitle({ command, leftBy }: BackgroundCommand): string {
  const title = (text: string) => toTitle(commandTitle(text));
  return leftBy === undefined ? title(command) : t('left running by: {0}', title(leftBy));
}

/**
 * A card updated with its background command: still running, or its real end. Returns the same
 * object when nothing changes.
 */
export function withBackground(card: Card, command: BackgroundCommand): Card {
  const { background, waitsForInput, ...item } = card.item;
  const end = command.end();
  if (end === undefined) {
    const waits = command.waitsForInput();
    if (background === command.id && (waitsForInput === true) === waits) return card;
    const running = { ...item, background: command.id };
    return { ...card, item: waits ? { ...running, waitsForInput: true } : running };
  }
  const { exitCode } = end.exit;
  const isTold =
    item.ranInBackground === true && background === undefined && item.exitCode === exitCode;
  if (isTold) return card;
  const { durationMs } = end;
  const base = statusOf(end);
  const ended = {
    ...item,
    status: base,
    ending: base,
    ranInBackground: true,
    exitCode,
    durationMs,
  };
  return { ...card, base, item: ended };
}

/** The call was answered long ago; its card shows the real end of the command. */
function statusOf({ exit }: BackgroundEnd): CallStatus {
  if (exit.endedBy !== undefined) return 'cancelled';
  return exit.exitCode === 0 ? 'completed' : 'failed';
}
