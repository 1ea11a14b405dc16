import { say } from '../../core/base/sentence';
import * as z from 'zod';
import { escapeControlInJson } from '../../core/base/escape-control';
import { markCommand } from '../../core/base/exact-text';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { parseJson } from '../../core/contracts/json';
import type { Grants } from '../policy/grants';
import { consentText, type RuleChoice } from './rule-choices';
import type { PendingApproval, PendingApprovals } from './pending';
import { isRoutineChange } from './present';
import { shownWithAdvice, t } from '../window/language';

/** The native dialogs for the buttons. None rejects; undefined means the user cancelled. */
export interface ApprovalDialogs {
  readonly chooseRule: (choices: readonly RuleChoice[]) => Promise<RuleChoice | undefined>;
  /** A modal with this text; true on consent. */
  readonly confirmRule: (text: string) => Promise<boolean>;
  readonly editLine: (line: string) => Promise<string | undefined>;
  /** Opens an editor with this JSON; calls `run` until it accepts or the user leaves it. */
  readonly editDocument: (
    approvalId: string,
    json: string,
    run: (json: string) => Result<void>,
  ) => Promise<void>;
  readonly inform: (text: string) => void;
  readonly warn: (text: string) => void;
}

export interface ActionDeps {
  readonly pending: Pick<PendingApprovals, 'get' | 'answer'>;
  readonly grants: Pick<Grants, 'add'>;
  readonly dialogs: ApprovalDialogs;
  /** True while the user's first rule also converts the old shell lists (decision 39). */
  readonly movesOldLists: () => boolean;
}

const settledByRules = (): string =>
  t('Gatehouse: the rule was saved. This call was already answered.');
const stale = (): string =>
  t('Gatehouse: this approval was already answered. Nothing was changed.');

const notTogether = (): string =>
  t('Gatehouse: one of these approvals has changed or was answered. Nothing was allowed.');

/**
 * Actions of the buttons on card, toast and quick pick; a stale id changes nothing and is reported.
 */
export function createApprovalActions(deps: ActionDeps): ApprovalActions {
  const { pending, grants, dialogs } = deps;

  function find(approvalId: string): PendingApproval | undefined {
    const item = pending.get(approvalId);
    if (item === undefined) dialogs.inform(stale());
    return item;
  }

  function answer(...args: Parameters<PendingApprovals['answer']>): boolean {
    const taken = pending.answer(...args);
    if (!taken) dialogs.inform(stale());
    return taken;
  }

  function answerEdited(approvalId: string, args: Result<string>): Result<void> {
    if (!args.ok) return args;
    return pending.answer(approvalId, { answer: 'edit', args: args.value })
      ? succeed(undefined)
      : fail(answeredMeanwhile());
  }

  async function always(approvalId: string, offerId?: string): Promise<void> {
    const item = find(approvalId);
    if (item === undefined) return;
    if (item.choices.length === 0) {
      dialogs.inform(t('Gatehouse: this call must be approved each time; no rule can be saved.'));
      return;
    }
    const choice = await choose(item, offerId, dialogs);
    if (choice === undefined || !(await isConfirmed(choice, item, deps))) return;
    if (find(approvalId) === undefined) return;
    const stored = await grants.add(choice.scope, choice.rules);
    if (!stored.ok) dialogs.warn(failureText(stored.failure));
    else if (!pending.answer(approvalId, { answer: 'allow' })) {
      // The policy with the new rule has let the call go on before its answer arrived.
      dialogs.inform(settledByRules());
    }
  }

  async function edit(approvalId: string): Promise<void> {
    const item = find(approvalId);
    if (item === undefined) return;
    const { argsJson } = item.details;
    const line = editableLine(item);
    if (line === undefined) {
      await dialogs.editDocument(approvalId, escapeControlInJson(argsJson), (json) =>
        answerEdited(approvalId, checkEdited(json)),
      );
      return;
    }
    const edited = await dialogs.editLine(line);
    if (edited === undefined) return;
    const done = answerEdited(approvalId, withCommand(argsJson, edited));
    if (!done.ok) dialogs.warn(failureText(done.failure));
  }

  return {
    allow: (approvalId) => void answer(approvalId, { answer: 'allow' }),
    deny(approvalId, reason) {
      answer(approvalId, { answer: 'deny', ...(reason === undefined ? {} : { reason }) });
    },
    allowTogether: (approvalIds) => allowTogether(approvalIds, deps),
    always,
    edit,
  };
}

function allowTogether(approvalIds: readonly string[], { pending, dialogs }: ActionDeps): void {
  const items = approvalIds.map((approvalId) => pending.get(approvalId));
  const isEach = items.every((item) => item !== undefined && isRoutineChange(item));
  if (!isEach || new Set(approvalIds).size < items.length) {
    dialogs.inform(notTogether());
    return;
  }
  for (const approvalId of approvalIds) pending.answer(approvalId, { answer: 'allow' });
}

async function choose(
  { choices }: PendingApproval,
  offerId: string | undefined,
  dialogs: ApprovalDialogs,
): Promise<RuleChoice | undefined> {
  if (offerId === undefined) return dialogs.chooseRule(choices);
  return choices.find((choice) => choice.offerId === offerId);
}

/** A rule that allows exactly this call in this chat needs no dialog (decision 66). */
async function isConfirmed(
  choice: RuleChoice,
  { details }: PendingApproval,
  { dialogs, movesOldLists }: ActionDeps,
): Promise<boolean> {
  if (choice.isExactCall) return true;
  return dialogs.confirmRule(consentText(choice, details.alwaysLeft, movesOldLists()));
}

function failureText(failed: Failure): string {
  return `Gatehouse: ${shownWithAdvice(failed)}`;
}

function answeredMeanwhile(): Failure {
  return failure(
    'cancelled',
    t('This approval was already answered; the edited call was not run.'),
    {
      suggestion: say`Nothing was changed.`,
    },
  );
}

const argsSchema = z.record(z.string(), z.unknown());
/** Placeholder for a hidden secret. */
const redactionMark = /\[REDACTED:[^\]]*\]/;
const shortLine = 300;

/** The command, when one line of input is enough to edit it; undefined asks for an editor. */
function editableLine(item: PendingApproval): string | undefined {
  const { command, argsJson } = item.details;
  if (command === undefined || command.length > shortLine) return undefined;
  if (command.includes('\n') || markCommand(command) !== command) return undefined;
  const args = parseArgs(argsJson);
  return args.ok && typeof args.value['command'] === 'string' ? command : undefined;
}

/** The arguments with another command, as JSON text. */
function withCommand(argsJson: string, command: string): Result<string> {
  const args = parseArgs(argsJson);
  if (!args.ok) return args;
  return checkEdited(JSON.stringify({ ...args.value, command }));
}

/**
 * Accepts edited arguments: a JSON object in which no secret is still hidden. The pipeline checks
 * them against the tool's schema when the edited call starts again.
 */
function checkEdited(argsJson: string): Result<string> {
  const args = parseArgs(argsJson);
  if (!args.ok) return args;
  const hidden = redactionMark.exec(argsJson);
  if (hidden !== null) {
    return fail(
      failure(
        'validation',
        t('The arguments still contain {0}, where a secret was hidden.', hidden[0]),
        {
          suggestion: say`Enter the real value or delete the mark.`,
        },
      ),
    );
  }
  return succeed(JSON.stringify(args.value));
}

function parseArgs(argsJson: string): Result<Record<string, unknown>> {
  const value = parseJson(argsJson);
  if (value === undefined) {
    // The parser quotes the text, which may hold a secret; an editor marks the place itself.
    return fail(
      failure('invalid_json', t('The arguments are not valid JSON.'), {
        suggestion: say`Correct the text and run it again; nothing was lost.`,
      }),
    );
  }
  const args = argsSchema.safeParse(value);
  if (args.success) return succeed(args.data);
  return fail(
    failure('validation', t('The arguments must be a JSON object: { "name": value }.'), {
      suggestion: say`Correct the text and run it again; nothing was lost.`,
    }),
  );
}

/** Actions of the buttons on card, toast and quick pick. Each is safe to call with a stale id. */
export interface ApprovalActions {
  allow(approvalId: string): void;
  deny(approvalId: string, reason?: string): void;
  /** Allows all or, if one is not pending or not a routine change of a file, none. */
  allowTogether(approvalIds: readonly string[]): void;
  /**
   * Stores the rules of an offer that the host holds, and allows; without its id, a native quick
   * pick asks for it. A modal confirms every rule but the one for exactly this call (decision 66).
   * An unknown id changes nothing.
   */
  always(approvalId: string, offerId?: string): Promise<void>;
  /** Native editor of the arguments; on save the call re-enters the pipeline as a new one. */
  edit(approvalId: string): Promise<void>;
}
