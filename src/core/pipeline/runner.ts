import { gateSlots, type BoundGate } from '../contracts/policy/define-gate';
import type { RawCall, RunContext } from '../contracts/calls/call';
import type { Explanation } from '../contracts/calls/decision';
import type { Result } from '../contracts/failure';
import type { ToolSpec } from '../contracts/tool-spec';
import type { Runner } from '../ports/runner';
import type { ConfirmRollback, RolledBack } from '../ports/snapshots';
import { catalogOf } from './catalog';
import { createConfirmations } from './runtime/confirmations';
import type { PipelineDeps, PipelineParts } from './runtime/deps';
import { explain } from './explain';
import { createRetainedSnapshots, type RollbackCall } from './runtime/retained-snapshots';
import { createTaskSet } from './runtime/async';
import { recordInterrupted } from './append-audit';
import { rollBack } from './roll-back';
import { CallRun } from './run-call';
import { createSessionStates } from './runtime/sessions';
import { indexTools } from './stages/admit';

/** The runner, with what only the host may ask of it. */
export interface Pipeline extends Runner {
  /** The decision for a call, and its reasons; runs nothing, asks nothing, records nothing. */
  explain(call: RawCall, context: RunContext): Promise<Explanation>;
  /** Every tool, whatever the policy says of it; sorted by id. */
  tools(): readonly ToolSpec[];
  /** Every gate, in the order in which they are asked. */
  gates(): readonly Pick<BoundGate, 'name' | 'slot'>[];
  /** Tools that have succeeded in a session, sorted. */
  completed(sessionId: string): readonly string[];
  /** First attempts of calls in a session: what the quota counts (decision 15). */
  spent(sessionId: string): number;
  /**
   * Takes back what a command changed, while its copies are kept (000-transaction-6). Asks
   * first; the audit row is on disk before it answers.
   */
  rollBack(call: RollbackCall, confirm: ConfirmRollback): Promise<Result<RolledBack>>;
  /** True while the copies for a command are kept. */
  canRollBack(call: RollbackCall): boolean;
  /**
   * Settles when the end of everything that runs on is in the audit log (decision 38): for
   * closing down, after what runs has been ended.
   */
  backgroundEnds(): Promise<void>;
}

/**
 * Builds the one way to run a tool (INV-01). Throws when two tools share an id (INV-22).
 * Cost per call does not grow with past calls.
 */
export function createRunner(parts: PipelineParts): Pipeline {
  const isOneCase = !parts.workspace.caseSensitive();
  const deps: PipelineDeps = {
    ...parts,
    gates: [...parts.gates].sort((a, b) => gateSlots.indexOf(a.slot) - gateSlots.indexOf(b.slot)),
    index: indexTools(parts.tools),
    sessions: createSessionStates((path) => (isOneCase ? path.toLowerCase() : path)),
    confirmations: createConfirmations(parts.ids),
    backgroundEnds: createTaskSet(),
    retainedSnapshots: createRetainedSnapshots(),
  };
  return {
    run: (call, options) => new CallRun(call, options, deps, undefined).run(),
    runConfirmed: (call, token, options) => new CallRun(call, options, deps, token).run(),
    catalog: (context) =>
      catalogOf(parts.tools, parts.policy.current(context?.sessionId), context?.allowedToolIds),
    explain: (call, context) => explain(call, context, deps),
    tools: () => parts.tools.map(({ spec }) => spec).sort((a, b) => (a.name < b.name ? -1 : 1)),
    gates: () => deps.gates.map(({ name, slot }) => ({ name, slot })),
    completed: (sessionId) => deps.sessions.of(sessionId).tools(),
    spent: (sessionId) => deps.sessions.of(sessionId).spent(),
    snapshot: (sessionId) => deps.sessions.snapshot(sessionId),
    restore: (sessionId, snapshot) => deps.sessions.restore(sessionId, snapshot),
    forgetSeen: (sessionId, toolCallIds) => {
      deps.sessions.of(sessionId).forgetSeen(toolCallIds);
    },
    rollBack: (call, confirm) => rollBack(call, confirm, deps),
    canRollBack: (call) => deps.retainedSnapshots.find(call) !== undefined,
    recordInterrupted: (call, context) => recordInterrupted(call, context, deps),
    reset: (sessionId) => {
      deps.sessions.reset(sessionId);
      deps.confirmations.reset(sessionId);
      deps.retainedSnapshots.endSession(sessionId);
    },
    backgroundEnds: () => deps.backgroundEnds.settled(),
  };
}
