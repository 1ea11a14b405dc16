import { inEnglish, say } from '../base/sentence';
import { undecided, type AuditEntry } from '../contracts/audit/entry';
import type { RunContext } from '../contracts/calls/call';
import { failure, fail, type Result } from '../contracts/failure';
import type { CallOutcome, RollbackReport } from '../contracts/calls/outcome';
import type { PipelineDeps } from './runtime/deps';
import { type CallFacts, shownName } from './call/call-facts';
import { order } from './order';
import type { AnnouncedCall } from '../ports/runner';
import { redactReport, rollbackText } from './around/transaction';
import { redactText } from '../base/redact/redact';
import { counted } from '../base/wording';
import { dense } from '../contracts/schema-parts';
import { mcpServerOf } from '../contracts/tool-spec';
import { boundedArgs, rollbackOf } from './stages/audit';

/** Entry for a call, or for a later event of it. */
export interface AuditRecord {
  readonly known: CallFacts;
  readonly outcome: CallOutcome;
  readonly context: RunContext;
  /** Absent for the call itself. */
  readonly event?: NonNullable<AuditEntry['event']>;
}

/** Resolves when the entry is on disk (000-audit-2); a log that throws counts as a failure. */
export function appendAuditEntry(recordable: AuditRecord, deps: AuditDeps): Promise<Result<void>> {
  return append((ts) => order.outermost.audit({ ...recordable, ts }), deps);
}

type AuditDeps = Pick<PipelineDeps, 'store' | 'system' | 'report'>;

async function append(
  makeEntry: (ts: string) => AuditEntry,
  { store, system, report }: AuditDeps,
): Promise<Result<void>> {
  try {
    return await store.audit.append(makeEntry(new Date(system.clock.now()).toISOString()));
  } catch (error) {
    report(error);
    return fail(failure('execution', say`the log failed unexpectedly.`));
  }
}

/**
 * Records a call that a crash interrupted (000-audit-1: every call): it was announced, but the
 * window ended before its own entry was written. What was decided about it is lost. Resolves when
 * the entry is on disk; a log that throws counts as a failure.
 */
export function recordInterrupted(
  call: AnnouncedCall,
  context: RunContext,
  deps: PipelineDeps,
): Promise<Result<void>> {
  const tool = deps.tools.find(call.tool);
  const entry = {
    ...laterEntry(call, context),
    ...dense({ mcp_server_id: tool && mcpServerOf(tool.id) }),
    event: 'interrupted',
    result: 'cancelled',
    summary: 'The window ended while this call ran. It may have had effects.',
    // A shell call always has an exit code (000-envelope-1): -1 if unknown.
    ...(tool?.kind === 'execute' ? { exit_code: -1 } : {}),
    error_code: 'cancelled',
    error_category: 'cancelled',
  } as const;
  return append((ts) => ({ ts, ...entry }), deps);
}

/**
 * What the user did: undid changes, of a failure the part of them that it names; kept them; typed a
 * line of so many characters for a command, or ended its input; answered a question of a server;
 * changed a setting or rule.
 */
export type UserEvent =
  | { readonly type: 'undo'; readonly done: Result<RollbackReport> }
  | { readonly type: 'keep' }
  | { readonly type: 'input'; readonly length: number | undefined }
  | AnswerEvent
  /** `byUser`: false if only the workspace's own files say so. */
  | { readonly type: 'setting'; readonly summary: string; readonly byUser: boolean };

/** What a question of an MCP server got; the call's arguments say what was asked for. */
export interface AnswerEvent {
  readonly type: 'answer';
  readonly server: string;
  readonly action: 'accept' | 'decline' | 'cancel';
  /** False if no one was asked, or no one answered. */
  readonly byUser: boolean;
}

/**
 * Records what the user did to an earlier call, or by itself (000-transaction-6). What was typed is
 * not kept.
 */
export function recordUserEvent(
  call: AnnouncedCall,
  event: UserEvent,
  context: RunContext,
  deps: AuditDeps,
): Promise<Result<void>> {
  const isKnown = !('byUser' in event) || event.byUser;
  const by = isKnown ? ({ origin: 'user', approved_by: 'user' } as const) : {};
  return append((ts) => ({ ts, ...laterEntry(call, context), ...by, ...userEnd(event) }), deps);
}

function userEnd(event: UserEvent) {
  switch (event.type) {
    case 'undo':
      return undoEnd(event.done);
    case 'keep':
      return succeeded('keep', 'The user kept these changes; they can no longer be undone.');
    case 'input':
      return succeeded('input', inputText(event.length));
    case 'answer':
      return answerEnd(event);
    case 'setting':
      return succeeded('setting', redactText(event.summary).text);
  }
}

function succeeded(event: NonNullable<AuditEntry['event']>, summary: string) {
  return { event, result: 'success' as const, summary };
}

const answerResults = { accept: 'success', decline: 'denied', cancel: 'cancelled' } as const;

function answerEnd({ server, action, byUser }: AnswerEvent) {
  const verb = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' }[action];
  return {
    ...{ event: 'input' as const, result: answerResults[action], mcp_server_id: server },
    summary: `${byUser ? 'The user' : 'Gatehouse'} ${verb} a question of the MCP server.`,
  };
}

function undoEnd(done: Result<RollbackReport>) {
  if (!done.ok) {
    return {
      event: 'rollback' as const,
      result: 'error' as const,
      summary: redactText(done.failure.message).text,
      error_code: done.failure.errorCode,
      error_category: done.failure.category,
    };
  }
  return {
    event: 'rollback' as const,
    result: 'rollback' as const,
    summary: inEnglish(rollbackText({ report: done.value, notes: [] })),
    rollback: rollbackOf({ rollback: redactReport(done.value) }),
  };
}

function inputText(length: number | undefined): string {
  return length === undefined
    ? 'The user ended the input of the command.'
    : `The user typed ${counted(length, 'character')} for the command.`;
}

/** What all entries about an earlier call have in common. */
function laterEntry(
  { toolCallId, tool, args }: AnnouncedCall,
  { sessionId, actorId, tenantId }: RunContext,
) {
  return {
    session: sessionId,
    caller_id: sessionId,
    tool_call_id: toolCallId,
    tool: shownName(tool),
    call: boundedArgs(args),
    ...undecided(),
    duration_ms: 0,
    actor: actorId,
    tenant: tenantId,
  };
}
