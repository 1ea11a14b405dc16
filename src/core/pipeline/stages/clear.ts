import type { OutputFields } from '../../contracts/bound-tool';
import type { RunContext } from '../../contracts/call';
import type { Decision, GateTrace } from '../../contracts/decision';
import { failure, type Failure } from '../../contracts/failure';
import type { ApprovalMeta } from '../../contracts/meta';
import { assertNever, fail, succeed, type Result } from '../../contracts/result';
import type { ApprovalAnswer, Approver } from '../../ports/approver';
import { mintClearedAutomatically, mintClearedByUser } from '../mint';
import type { ClearedCall, ValidCall } from '../mint';
import type { Refusal } from '../known';
import type { RealPaths } from '../real-paths';
import { alwaysRules } from './always-rules';
import type { GatesAnswer } from './gates';

export interface ClearRequest {
  readonly call: ValidCall;
  readonly context: RunContext;
  readonly answer: Exclude<GatesAnswer, { verdict: 'deny' }>;
  /** Canonical paths of the call, for the person to see. */
  readonly paths: RealPaths;
  readonly argsJson: string;
}

export interface ClearTools {
  readonly approver: Approver;
  readonly signal: AbortSignal;
  /** Asks the gates again once the person has answered: rules may have changed meanwhile. */
  readonly recheck: () => Promise<GatesAnswer>;
}

/**
 * Turns the gates' answer into a clearance. Nobody is asked about a call that a machine refuses
 * (DESIGN decision 8); typing a call is its approval (decision 37); every other ask goes to the
 * person, and only an explicit "allow" clears it.
 */
export async function clear(
  request: ClearRequest,
  tools: ClearTools,
): Promise<Result<ClearedCall, Refusal>> {
  const { call, answer } = request;
  if (call.bound.raw.origin === 'user') {
    return succeed(
      mintClearedByUser({ valid: call, decision: allowed('user-typed', answer.trace) }),
    );
  }
  if (answer.verdict === 'allow') {
    return succeed(
      mintClearedAutomatically({ valid: call, decision: allowed('auto', answer.trace) }),
    );
  }
  const said = await tools.approver.ask(approvalRequest(request), tools.signal);
  if (said.answer !== 'allow') return fail(refusalOf(said));
  const again = await tools.recheck();
  if (again.verdict === 'deny') return fail({ failure: again.failure });
  return succeed(mintClearedByUser({ valid: call, decision: allowed('user', again.trace) }));
}

function allowed(approvedBy: Decision['approvedBy'], trace: readonly GateTrace[]): Decision {
  return { verdict: 'allow', approvedBy, trace };
}

function approvalRequest(request: ClearRequest) {
  const { call, context } = request;
  return {
    call: call.bound.raw,
    sessionId: context.sessionId,
    title: call.prepared.label,
    details: approvalDetails(request),
  };
}

function approvalDetails({ call, answer, paths, argsJson }: ClearRequest): ApprovalMeta {
  const { tool } = call.bound;
  const asks = answer.trace.filter((line) => line.verdict === 'ask');
  // No rule answers what another gate asks.
  const isForRules = asks.every((line) => line.slot === 'permission-rules');
  const { command } = call.prepared.subject;
  return {
    tool: tool.name,
    reads: paths.reads,
    writes: paths.writes,
    argsJson,
    reasons: [
      ...asks.map((line) => line.reason),
      ...(command === undefined ? hiddenNotice(call.bound.args, argsJson) : []),
    ],
    alwaysRules: isForRules ? alwaysRules(tool.name, call.prepared.subject, paths) : [],
    ...(command === undefined ? {} : { command }),
    ...(paths.cwd === undefined ? {} : { cwd: paths.cwd }),
  };
}

/** A mark may stand for a whole script: how much of the arguments is out of sight is told. */
function hiddenNotice(args: OutputFields, shownJson: string): readonly string[] {
  const whole = JSON.stringify(args, null, 2);
  if (whole === shownJson) return [];
  const shown = shownJson.replace(/\[REDACTED:[^\]]*\]/g, '').length;
  const hidden = String(Math.max(1, whole.length - shown));
  return [`${hidden} characters of the arguments look like credentials and are not shown`];
}

function refusalOf(said: Exclude<ApprovalAnswer, { answer: 'allow' }>): Refusal {
  switch (said.answer) {
    case 'deny':
      return { failure: failure('policy_denied', denialText(said.reason)) };
    case 'edit':
      return {
        failure: failure(
          'cancelled',
          'The user edited the arguments; the edited call ran instead.',
        ),
        editedArgs: said.args,
      };
    case 'cancelled':
      return { failure: cancelledFailure() };
    case 'unavailable':
      return { failure: failure('approval_unavailable', said.reason) };
    default:
      return assertNever(said);
  }
}

function denialText(reason: string | undefined): string {
  return reason === undefined || reason.trim() === ''
    ? 'The user denied this call.'
    : `The user denied this call: ${reason.trim()}`;
}

export function cancelledFailure(): Failure {
  return failure('cancelled', 'The call was cancelled before it ran.');
}
