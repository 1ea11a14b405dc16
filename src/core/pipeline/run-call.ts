import { redactFields, redactText } from '../base/redact';
import type { RawCall } from '../contracts/call';
import type { ToolProgress } from '../contracts/define-tool';
import { failure, formatToolError, type Failure } from '../contracts/failure';
import type { CallOutcome } from '../contracts/outcome';
import { fail, succeed, type Result } from '../contracts/result';
import type { RunOptions } from '../ports/runner';
import { cleanFailure } from './clean-failure';
import { runAround } from './compose-around';
import type { PipelineDeps } from './deps';
import { finishOutcome } from './finish-outcome';
import { refusedOutcome, type Known, type Refusal } from './known';
import type { ClearedCall, ValidCall } from './mint';
import { order } from './order';
import type { Announcement } from './stages/announce';
import { bind } from './stages/bind';
import { cancelledFailure } from './stages/clear';
import { askGates, type GatesAnswer } from './stages/gates';
import type { Incoming } from './stages/incoming';
import { realPaths, type RealPaths } from './real-paths';

/** One call on its way: what is known of it, and who is told. */
export class CallRun {
  private known: Known;
  private readonly announcement: Announcement;
  private runningSince: number | undefined;

  constructor(
    private readonly raw: RawCall,
    private readonly options: RunOptions,
    private readonly deps: PipelineDeps,
  ) {
    this.known = {
      raw,
      args: {},
      title: raw.tool.slice(0, 64),
      paths: [],
      trace: [],
      approvedBy: 'none',
    };
    this.announcement = order.outermost.announce({
      toolCallId: raw.toolCallId,
      onEvent: options.onEvent,
      report: deps.report,
    });
  }

  /** Never rejects: the one `try` of the pipeline maps whatever was not expected. */
  async run(): Promise<CallOutcome> {
    let outcome: CallOutcome;
    try {
      outcome = await this.decideAndRun();
    } catch (error) {
      this.deps.report(error);
      outcome = this.refused({ failure: unexpected(this.options.signal) });
    }
    const recorded = await this.recorded({ ...outcome, durationMs: this.runningMs() });
    if (recorded.status === 'completed') this.record(recorded);
    this.announcement.end(this.known, recorded);
    return recorded;
  }

  /** Only what was recorded in the audit log counts as done. */
  private record(outcome: CallOutcome): void {
    for (const { stage } of order.record) {
      if (stage !== 'empty') stage(outcome, this.options.context.sessionId, this.deps.completed);
    }
  }

  private async decideAndRun(): Promise<CallOutcome> {
    if (this.options.signal.aborted) return this.refused({ failure: cancelledFailure() });
    const incoming = this.bindStages();
    if (!incoming.ok) return this.refused({ failure: incoming.failure });
    const valid = order.validate(bind(incoming.value));
    if (!valid.ok) return this.refused({ failure: valid.failure });
    const cleared = await this.decide(valid.value);
    if (!cleared.ok) return this.refused(cleared.failure);
    this.runningSince = this.deps.clock.monotonic();
    this.announcement.running(this.known);
    const outcome = await runAround(cleared.value, this.running(), this.deps);
    return finishOutcome(outcome, this.options.context.sessionId, this.deps);
  }

  private bindStages(): Result<Incoming> {
    let call: Incoming = {
      raw: this.raw,
      context: this.options.context,
      args: {},
      tool: undefined,
    };
    for (const { stage } of order.bind) {
      const next = stage(call, this.deps);
      if (!next.ok) return next;
      call = next.value;
      this.learn({ args: redactFields(call.args), ...(call.tool && { tool: call.tool }) });
    }
    return succeed(call);
  }

  private async decide(valid: ValidCall): Promise<Result<ClearedCall, Refusal>> {
    const paths = await realPaths(valid.prepared.subject, this.deps);
    this.learn({ title: redactText(valid.prepared.label).text, paths: paths.all });
    const answer = await this.askGates(valid);
    this.learn({ trace: answer.trace });
    if (answer.verdict === 'deny') return fail({ failure: answer.failure });
    if (answer.verdict === 'ask' && this.raw.origin === 'model') {
      this.announcement.asking(this.known);
    }
    const cleared = await this.clear(valid, answer, paths);
    if (!cleared.ok) return cleared;
    const { approvedBy, trace } = cleared.value.decision;
    this.learn({ approvedBy, trace });
    return cleared;
  }

  private clear(valid: ValidCall, answer: AnswerToClear, paths: RealPaths) {
    const { context, approver, signal } = this.options;
    const argsJson = JSON.stringify(this.known.args, null, 2);
    return order.clear(
      { call: valid, context, answer, paths, argsJson },
      { approver, signal, recheck: () => this.recheck(valid, paths) },
    );
  }

  /** What the person saw must still hold: the rules, and where the paths lead. */
  private async recheck(valid: ValidCall, shown: RealPaths): Promise<GatesAnswer> {
    const now = await realPaths(valid.prepared.subject, this.deps);
    if (JSON.stringify(now) === JSON.stringify(shown)) return this.askGates(valid);
    const message = 'A path of this call leads elsewhere than when the user was asked.';
    return { verdict: 'deny', trace: this.known.trace, failure: failure('policy_denied', message) };
  }

  private askGates(valid: ValidCall): Promise<GatesAnswer> {
    const { gates, clock } = this.deps;
    return askGates(valid, this.options.context, { gates, slots: order.gates, clock });
  }

  private running() {
    return {
      sessionId: this.options.context.sessionId,
      signal: this.options.signal,
      progress: (update: ToolProgress) => {
        this.announcement.progress(update);
      },
    };
  }

  /** Milliseconds the call has run; waiting for the person does not count. */
  private runningMs(): number {
    const { runningSince } = this;
    return runningSince === undefined ? 0 : this.deps.clock.monotonic() - runningSince;
  }

  private learn(more: Partial<Known>): void {
    this.known = { ...this.known, ...more };
  }

  private refused(refusal: Refusal): CallOutcome {
    const failed = cleanFailure(refusal.failure);
    return refusedOutcome(this.known, { ...refusal, failure: failed }, formatToolError(failed));
  }

  /** Nothing is answered before its entry is on disk; an audit that fails fails the call. */
  private async recorded(outcome: CallOutcome): Promise<CallOutcome> {
    const written = await this.appendEntry(outcome);
    if (written.ok) return outcome;
    const failed = failure(
      'execution',
      `The audit log could not be written, so the result is withheld: ${written.failure.message}`,
    );
    return { ...this.refused({ failure: failed }), decision: outcome.decision };
  }

  private async appendEntry(outcome: CallOutcome): Promise<Result<void>> {
    try {
      const ts = new Date(this.deps.clock.now()).toISOString();
      const entry = order.outermost.audit(this.known, outcome, this.options.context, ts);
      return await this.deps.audit.append(entry);
    } catch (error) {
      // A log that breaks its contract must not leave a call without an answer.
      this.deps.report(error);
      return fail(failure('execution', 'the log failed unexpectedly.'));
    }
  }
}

type AnswerToClear = Exclude<GatesAnswer, { verdict: 'deny' }>;

function unexpected(signal: AbortSignal): Failure {
  if (signal.aborted) return cancelledFailure();
  return failure('execution', 'The call stopped unexpectedly; the Gatehouse log has more.');
}
