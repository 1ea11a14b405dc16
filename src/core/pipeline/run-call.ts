import { say } from '../base/sentence';
import { redactFields, redactText } from '../base/redact/redact';
import { realOrGiven, type CallPaths } from '../contracts/calls/call-paths';
import type { OutputFields } from '../contracts/tools/bound-tool';
import type { RawCall } from '../contracts/calls/call';
import type { Decision } from '../contracts/calls/decision';
import type { ToolProgress, CallOutcome } from '../contracts/calls/outcome';
import type { GateCall } from '../contracts/policy/define-gate';
import {
  failure,
  formatToolError,
  saidOf,
  type Failure,
  fail,
  type Result,
} from '../contracts/failure';
import type { Policy } from '../contracts/policy/policy';
import { dense } from '../contracts/schema-parts';
import type { Disposable } from '../ports/system';
import type { CallOptions } from '../ports/runner';
import { cleanFailure } from './finish/redact';
import { resolveSubject, gateCallOf } from './gate-input';
import { runAround, finishOutcome, bindStages } from './run-phases';
import { appendAuditEntry } from './append-audit';
import { confirmEdited, cancelledFailure } from './stages/clear';
import type { PipelineDeps } from './runtime/deps';
import {
  initialFacts,
  isRefusal,
  refusedOutcome,
  type CallFacts,
  type Refusal,
  type AnswerToClear,
  type Evaluation,
} from './call/call-facts';
import type { ClearedCall, ValidCall } from './call/brands';
import { previewOf } from './stages/preview';
import { addressesOf } from './stages/web-origin';
import { recordBackgroundEnd, type BackgroundRun } from './background-end';
import { order } from './order';
import { isStillCurrent, recheck } from './recheck';
import type { Announcement } from './stages/announce';
import { bind, type Incoming } from './stages/binding';
import { askGates } from './stages/gates';
import type { SessionState } from './runtime/sessions';
import type { SucceededCall } from './stages/record';
import { isAborted, LinkedSignal, raceAbort } from '../base/async';

/** A call in progress: its facts and its listeners. */
export class CallRun {
  private readonly known: CallFacts;
  private readonly announcement: Announcement;
  private readonly own: LinkedSignal;
  /** The policy in force when the call came; used to its end. */
  private readonly policy: Policy;
  private runningSince: number | undefined;
  /** Known once the call may run. */
  private decision: Decision | undefined;
  /** Facts to remember once the call is in the audit log. */
  private success: SucceededCall | undefined;
  private runsOn: BackgroundRun | undefined;
  /** The chat when the call came: a chat that is reset meanwhile does not count it. */
  private readonly session: SessionState;

  constructor(
    private readonly raw: RawCall,
    private readonly options: CallOptions,
    private readonly deps: PipelineDeps,
    /** On the confirmed path: the approval of exactly this call (decision 19). */
    private readonly token: string | undefined,
  ) {
    this.own = new LinkedSignal(options.signal);
    const { sessionId } = options.context;
    const named = deps.tools.specOf(raw.tool)?.name ?? raw.tool;
    const { level } = deps.access.trust.levelOf(sessionId, named);
    this.policy = deps.access.policy.current(sessionId);
    this.known = initialFacts(raw, this.policy, level, deps.system.clock.now());
    this.session = deps.state.sessions.of(sessionId);
    this.announcement = order.outermost.announce({
      toolCallId: raw.toolCallId,
      onEvent: options.onEvent,
      report: deps.report,
    });
  }

  /** Never rejects: the only `try` of the pipeline maps unexpected errors. */
  async run(): Promise<CallOutcome> {
    let outcome: CallOutcome;
    try {
      outcome = await raceAbort(this.decideAndRun(), this.own, () => this.stopped());
    } catch (error) {
      this.deps.report(error);
      outcome = this.failedAfterClearance(unexpected(this.own));
    }
    const recorded = await this.recorded({ ...outcome, durationMs: this.runningMs() });
    if (recorded.status === 'completed') this.record();
    this.recordEnd(recorded);
    this.announcement.end(this.known, recorded);
    this.own.dispose();
    this.awaitBackgroundEnd();
    return recorded;
  }

  /** After the call's own entry: records the end of a background process, without waiting. */
  private awaitBackgroundEnd(): void {
    const { runsOn, known, options, deps } = this;
    if (runsOn === undefined) return;
    deps.state.backgroundEnds.add(
      recordBackgroundEnd({ ...runsOn, known, context: options.context }, deps),
    );
  }

  /** Only a call that is in the audit log counts as done. */
  private record(): void {
    if (this.success === undefined) return;
    this.remember(order.record, this.success);
  }

  private recordEnd(outcome: CallOutcome): void {
    const { known, raw, deps, session } = this;
    // A call that was stopped early has no tool yet.
    const toolId = known.tool?.id ?? deps.tools.specOf(raw.tool)?.name;
    this.remember(order.ended, { toolId, known, outcome, session });
  }

  private remember<E>(stages: readonly { stage: ((end: E) => void) | 'empty' }[], end: E): void {
    for (const { stage } of stages) {
      try {
        if (stage !== 'empty') stage(end);
      } catch (error) {
        // The call is done and on disk; a stage that fails to remember it does not change the
        // result.
        this.deps.report(error);
      }
    }
  }

  private async decideAndRun(): Promise<CallOutcome> {
    if (this.own.aborted) return this.refused({ failure: cancelledFailure() });
    const incoming = await this.bindStages();
    if (!incoming.ok) return this.refused({ failure: incoming.failure });
    const valid = order.validate(bind(incoming.value));
    if (!valid.ok) return this.refused({ failure: valid.failure });
    const { deps, policy } = this;
    // The chat as it is now: the call must not bring back a chat that was reset.
    const session = deps.state.sessions.of(this.options.context.sessionId);
    const view = await resolveSubject(
      valid.value.prepared.subject,
      deps.environment,
      deps.system.clock,
    );
    const { signal } = this.options;
    const question = gateCallOf({ call: valid.value, view, policy, session, signal }, deps);
    const cleared = await this.decide(valid.value, question);
    if (!cleared.ok) return this.refused(cleared.failure);
    if (isAborted(signal)) return this.refused({ failure: cancelledFailure() });
    return this.execute(cleared.value, question, session);
  }

  /** Undefined while the call runs: the layers around it then handle the stop. */
  private stopped(): CallOutcome | undefined {
    return this.runningSince === undefined
      ? this.refused({ failure: cancelledFailure() })
      : undefined;
  }

  private async execute(
    cleared: ClearedCall,
    question: GateCall,
    session: SessionState,
  ): Promise<CallOutcome> {
    const since = this.deps.system.clock.monotonic();
    this.runningSince = since;
    this.announcement.running(this.known);
    const draft = session.draft();
    const running = {
      sessionId: question.context.sessionId,
      stop: this.own,
      slices: draft,
      mayContinue: true,
      mustFinish: () => undefined,
      reading: question.reading,
      paths: question.paths,
      progress: (update: ToolProgress) => {
        this.announcement.progress(update);
      },
    };
    const outcome = await runAround(cleared, running, this.deps);
    const { continues, seen } = outcome;
    if (continues !== undefined) this.runsOn = { cleared, continues, since };
    this.success = { toolCallId: this.raw.toolCallId, gateCall: question, session, draft, seen };
    return finishOutcome(outcome, this.deps);
  }

  private bindStages(): Promise<Result<Incoming>> {
    const { options, raw, policy } = this;
    let args: OutputFields = {};
    const call = { raw, policy, context: options.context, args, tool: undefined };
    return bindStages(call, this.deps, (next) => {
      if (next.tool !== undefined) this.addFacts({ tool: next.tool, toolName: next.tool.id });
      if (next.args !== args) this.addFacts({ args: redactFields(next.args) });
      ({ args } = next);
    });
  }

  private async decide(
    valid: ValidCall,
    question: GateCall,
  ): Promise<Result<ClearedCall, Refusal>> {
    const { paths, trust, claimSource, exposure } = question;
    const title = redactText(valid.prepared.label).text;
    this.addFacts({
      title,
      effect: valid.prepared.effect,
      trust: trust.level,
      paths: [...new Set(allPaths(paths).map(realOrGiven))],
      runsCommand: question.reading !== undefined,
      ...(claimSource === undefined ? {} : { claimSource }),
      ...dense({ addresses: addressesOf(valid, exposure) }),
    });
    const answer = await askGates(question, this.deps);
    this.addFacts({ trace: answer.trace });
    if (isRefusal(answer)) return fail({ failure: answer.failure });
    const cleared = await this.clear(valid, question, answer);
    if (!cleared.ok) {
      this.addEvaluation(cleared.failure.evaluation);
      return cleared;
    }
    this.decision = cleared.value.decision;
    const { approvedBy, trace, policyVersion } = this.decision;
    this.addFacts({ approvedBy, trace, policyVersion });
    return cleared;
  }

  private clear(valid: ValidCall, question: GateCall, answer: AnswerToClear) {
    const { approver } = this.options;
    const { signal } = this.options;
    const { paths, reading, digest } = question;
    const trust = question.trust.level;
    const shown = { call: valid, paths, signal };
    return order.clear(
      {
        call: valid,
        answer,
        paths,
        reading,
        digest,
        addresses: this.known.addresses,
        args: this.known.args,
        trust,
        token: this.token,
      },
      {
        approver,
        signal,
        recheck: (allowed = []) => recheck({ ...shown, allowed }, this.deps),
        preview: () => previewOf(valid, signal, this.deps),
        isInForce: (judged) => isStillCurrent(judged, valid, this.deps),
        onAsk: () => {
          this.announcement.asking(this.known);
        },
        onRulesChange: (listener) => onRulesChange(listener, this.deps),
        confirmations: this.deps.state.confirmations,
        confirmEdited: (args) => confirmEdited(valid, args, this.deps),
      },
    );
  }

  /** Time the call has run, without waiting for the user. */
  private runningMs(): number {
    const { runningSince } = this;
    return runningSince === undefined ? 0 : this.deps.system.clock.monotonic() - runningSince;
  }

  /** Card and audit report the final decision, not the first evaluation. */
  private addEvaluation(judged: Evaluation | undefined): void {
    if (judged === undefined) return;
    const { answer, policyVersion, trust } = judged;
    const trace = answer.trace.length === 0 ? this.known.trace : answer.trace;
    this.addFacts({ policyVersion, trust, trace });
  }

  private addFacts(more: Partial<CallFacts>): void {
    Object.assign(this.known, more);
  }

  private refused(refusal: Refusal): CallOutcome {
    const failed = cleanFailure(refusal.failure, false);
    return refusedOutcome(this.known, { ...refusal, failure: failed }, formatToolError(failed));
  }

  /** A call that was allowed and then stopped was not denied. */
  private failedAfterClearance(failed: Failure): CallOutcome {
    const outcome = this.refused({ failure: failed });
    return { ...outcome, decision: this.decision ?? outcome.decision };
  }

  /** Returns nothing before its entry is on disk; if that fails, so does the call. */
  private async recorded(outcome: CallOutcome): Promise<CallOutcome> {
    const { known, options, deps } = this;
    const written = await appendAuditEntry({ known, outcome, context: options.context }, deps);
    if (written.ok) return outcome;
    const failed = failure(
      'execution',
      say`The audit log could not be written, so the result is withheld: ${saidOf(written.failure)}`,
    );
    return { ...this.refused({ failure: failed }), decision: outcome.decision };
  }
}

/** What a pending call is judged by: the policy, and the tools that are offered. */
function onRulesChange(listener: () => void, { access, tools }: PipelineDeps): Disposable {
  const watching = [access.policy.onDidChange(listener), tools.onDidChange(listener)];
  return {
    dispose: () => {
      for (const each of watching) each.dispose();
    },
  };
}

function allPaths({ reads, writes, removes, mentioned = [] }: CallPaths) {
  return [...reads, ...writes, ...removes, ...mentioned];
}

function unexpected(signal: { readonly aborted: boolean }): Failure {
  if (signal.aborted) return cancelledFailure();
  return failure('execution', say`The call stopped unexpectedly; see the Gatehouse log.`);
}
