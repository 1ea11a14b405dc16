import { redactText } from '../base/redact/redact';
import { gateSlots, type BoundGate } from '../contracts/policy/define-gate';
import type { RawCall, RunContext } from '../contracts/calls/call';
import type { Explanation } from '../contracts/calls/decision';
import type { Result } from '../contracts/failure';
import type { ToolSpec } from '../contracts/tool-spec';
import type { AnnouncedCall, Runner } from '../ports/runner';
import { offeredTools } from './catalog';
import { Confirmations } from './runtime/confirmations';
import type { CatalogRequest, PipelineDeps, PipelineParts, PipelineState } from './runtime/deps';
import { explain } from './explain';
import { recordInterrupted, recordUserEvent, type UserEvent } from './append-audit';
import { questionOf } from './question';
import { CallRun } from './run-call';
import { effectOf } from './stages/arguments';
import { SessionStates, type CallEnds } from './runtime/sessions';
import { ToolTable } from './runtime/tool-table';
import { createTaskSet } from '../base/async';

/** The runner, with operations that only the host may use. */
export interface Pipeline extends Runner {
  /** The decision for a call and its reasons; runs nothing, asks nothing, records nothing. */
  explain(call: RawCall, context: RunContext): Promise<Explanation>;
  /** Every tool, whatever the policy; sorted by id. */
  tools(): readonly ToolSpec[];
  /** Every gate, in the order they are asked. */
  gates(): readonly Pick<BoundGate, 'name' | 'slot'>[];
  /** Tools that have succeeded in a session, sorted. */
  completed(sessionId: string): readonly string[];
  /** How the calls of each tool ended in a session; sorted by id. */
  ends(sessionId: string): readonly (readonly [string, CallEnds])[];
  /** First attempts of calls in a session, as the quota counts them (decision 15). */
  spent(sessionId: string): number;
  /**
   * Records what the user did to a call after it was asked for (000-transaction-6). Resolves when
   * the entry is on disk.
   */
  recordUserEvent(
    call: AnnouncedCall,
    event: UserEvent,
    context: RunContext,
  ): Promise<Result<void>>;
  /**
   * Resolves when the ends of all background commands are in the audit log (decision 38). Used on
   * shutdown, after they were ended.
   */
  backgroundEnds(): Promise<void>;
}

/**
 * Creates the only way to run a tool (INV-01). Throws if two tools share an id (INV-22). The cost
 * of a call does not grow with past calls.
 */
export function createRunner(parts: PipelineParts): Pipeline {
  const isOneCase = !parts.environment.workspace.caseSensitive();
  const state: PipelineState = {
    sessions: new SessionStates((path) => (isOneCase ? path.toLowerCase() : path)),
    confirmations: new Confirmations(parts.system.ids),
    backgroundEnds: createTaskSet(),
  };
  const tools = new ToolTable(parts.sources, parts.report);
  const deps: PipelineDeps = {
    ...parts,
    gates: [...parts.gates].sort((a, b) => gateSlots.indexOf(a.slot) - gateSlots.indexOf(b.slot)),
    tools,
    toolsWith: (trait) => tools.withTrait(trait),
    state,
  };
  return {
    run: (call, options) => new CallRun(call, options, deps, undefined).run(),
    runConfirmed: (call, token, options) => new CallRun(call, options, deps, token).run(),
    questionOf: (call, options) => questionOf(call, options, deps),
    catalog: (context) => {
      const session = context && state.sessions.of(context.sessionId);
      const request: CatalogRequest = {
        policy: parts.access.policy.current(context?.sessionId),
        allowedToolIds: context?.allowedToolIds,
        record: session ?? { hasRun: () => false },
        userMessage: session?.userMessage(),
      };
      return offeredTools(tools.specs(), request, parts.access.selectors);
    },
    effectOf: ({ tool, args }) => effectOf(tools.find(tool), args),
    toolsWith: deps.toolsWith,
    explain: (call, context) => explain(call, context, deps),
    tools: () => tools.specs(),
    gates: () => deps.gates.map(({ name, slot }) => ({ name, slot })),
    completed: (sessionId) => state.sessions.of(sessionId).tools(),
    ends: (sessionId) => state.sessions.of(sessionId).ends(),
    spent: (sessionId) => state.sessions.of(sessionId).spent(),
    snapshot: (sessionId) => state.sessions.snapshot(sessionId),
    restore: (sessionId, snapshot, forkOf) => state.sessions.restore(sessionId, snapshot, forkOf),
    setUserMessage: (sessionId, text) => {
      state.sessions.of(sessionId).setUserMessage(text);
    },
    noteRead: (sessionId, provenance, label) => {
      const clean = redactText(label).text;
      state.sessions.of(sessionId).exposureLog.reads(provenance, { label: clean });
    },
    forgetSeen: (sessionId, toolCallIds) => {
      state.sessions.of(sessionId).forgetSeen(toolCallIds);
    },
    recordUserEvent: (call, event, context) => recordUserEvent(call, event, context, deps),
    recordInterrupted: (call, context) => recordInterrupted(call, context, deps),
    reset: (sessionId) => {
      state.sessions.reset(sessionId);
      state.confirmations.reset(sessionId);
    },
    backgroundEnds: () => state.backgroundEnds.settled(),
  };
}
