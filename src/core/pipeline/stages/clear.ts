import type { ApprovedBy, Decision, GateTrace } from '../../contracts/decision';
import { failure, type Failure } from '../../contracts/failure';
import { assertNever, fail, succeed, type Result } from '../../contracts/result';
import type { ShellAnalysis } from '../../contracts/shell-reading';
import type { TrustLevel } from '../../contracts/trust';
import type { ApprovalAnswer } from '../../ports/approver';
import type { CallPaths } from '../../contracts/call-paths';
import { confirmationOf, type Confirmations } from '../confirmations';
import type { Evaluation } from '../judged';
import type { Refusal } from '../known';
import { mintClearedAutomatically, mintClearedByUser } from '../mint';
import type { ClearedCall, ValidCall } from '../mint';
import { askUser, type AskOptions } from './ask-person';
import type { GatesAnswer } from './gates';

export interface ClearRequest {
  readonly call: ValidCall;
  readonly answer: Exclude<GatesAnswer, { verdict: 'deny' }>;
  /** The paths of the call, for the person to see. */
  readonly paths: CallPaths;
  readonly reading: ShellAnalysis | undefined;
  readonly argsJson: string;
  readonly trust: TrustLevel;
  /** On the confirmed path: the single-use approval (DESIGN decision 19). */
  readonly token: string | undefined;
}

export interface ClearOptions extends AskOptions {
  readonly confirmations: Confirmations;
  /** True while nothing has changed since the judgement. */
  readonly isInForce: (judged: Evaluation) => boolean;
  /** Binds an approval to arguments that the person wrote; undefined when the tool refuses them. */
  readonly confirmEdited: (args: string) => string | undefined;
}

/** Internal tools whose autonomous calls skip the prompt, and nothing else (DESIGN decision 18). */
const unpromptedTools: ReadonlySet<string> = new Set([
  'core__compress_context',
  'core__memory_save',
  'core__read_overflow',
]);

/**
 * Turns the gates' answer into a clearance. Nobody is asked about a call that a machine refuses
 * (DESIGN decision 8); typing a call is its approval (decision 37); a token stands for an approval
 * of exactly this call (decision 19); every other ask goes to the person, and only an explicit
 * "allow" clears it.
 */
export async function clear(
  request: ClearRequest,
  tools: ClearOptions,
): Promise<Result<ClearedCall, Refusal>> {
  const { call, answer, token } = request;
  const { raw, tool } = call.bound;
  if (token !== undefined) return clearConfirmed(request, token, tools.confirmations);
  if (raw.origin === 'user') return succeed(byUser(request, 'user-typed', answer.trace));
  if (answer.verdict === 'allow') return succeed(automatically(request, answer.trace));
  if (raw.phase === 'autonomous' && unpromptedTools.has(tool.id)) {
    return succeed(automatically(request, answer.trace));
  }
  return clearByAsking(request, tools);
}

/** The confirmed path: a token that is spent, or was given for something else, allows nothing. */
function clearConfirmed(
  request: ClearRequest,
  token: string,
  confirmations: Confirmations,
): Result<ClearedCall, Refusal> {
  if (confirmations.redeem(token, confirmationOf(request.call))) {
    return succeed(byUser(request, 'user', request.answer.trace));
  }
  const message = 'The approval was used already, or was given for another call.';
  return fail({
    failure: failure('policy_denied', message, {
      suggestion: 'Make the call again; the user is asked anew.',
    }),
  });
}

async function clearByAsking(
  request: ClearRequest,
  tools: ClearOptions,
): Promise<Result<ClearedCall, Refusal>> {
  const { call } = request;
  const token = tools.confirmations.issue(confirmationOf(call));
  const said = await askUser(request, tools);
  const confirmed = tools.confirmations.redeem(token, confirmationOf(call));
  if (said.by === 'person' && said.answer.answer !== 'allow') {
    return fail(refusalOf(said.answer, tools));
  }
  // Taken back meanwhile: the chat was reset.
  if (!confirmed) return fail({ failure: cancelledFailure() });
  let judged = said.by === 'rules' ? said.judged : await tools.recheck();
  while (!tools.isInForce(judged)) judged = await tools.recheck();
  if (judged.answer.verdict === 'deny') return fail({ failure: judged.answer.failure, judged });
  if (said.by === 'person') return succeed(byUser(request, 'user', judged.answer.trace));
  // The rules settled it, and then changed once more: nobody has been asked under these.
  if (judged.answer.verdict === 'ask') return fail({ failure: cancelledFailure(), judged });
  return succeed(automatically({ ...request, judged }, judged.answer.trace));
}

function automatically(
  request: ClearRequest & { readonly judged?: Evaluation },
  trace: readonly GateTrace[],
): ClearedCall {
  return mintClearedAutomatically({
    valid: request.call,
    decision: allowed(request, 'auto', trace),
  });
}

function byUser(request: ClearRequest, by: ApprovedBy, trace: readonly GateTrace[]): ClearedCall {
  return mintClearedByUser({ valid: request.call, decision: allowed(request, by, trace) });
}

/** An approval keeps the version it was shown under; what the rules allow, the one that allows it. */
function allowed(
  { call, trust, judged }: ClearRequest & { readonly judged?: Evaluation },
  approvedBy: ApprovedBy,
  trace: readonly GateTrace[],
): Decision {
  const { version } = call.bound.policy;
  const ground = judged ?? { trust, policyVersion: version };
  const { policyVersion } = ground;
  return { verdict: 'allow', approvedBy, trace, trust: ground.trust, policyVersion };
}

function editedCall(args: string, tools: ClearOptions): Refusal {
  const message = 'The user edited the arguments; the edited call ran instead.';
  const token = tools.confirmEdited(args);
  return {
    failure: failure('cancelled', message),
    edited: token === undefined ? { args } : { args, token },
  };
}

function refusalOf(said: Exclude<ApprovalAnswer, { answer: 'allow' }>, tools: ClearOptions): Refusal {
  switch (said.answer) {
    case 'edit':
      return editedCall(said.args, tools);
    case 'deny':
      return { failure: failure('policy_denied', denialText(said.reason)) };
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

/** What a call answers that was stopped before it ran. */
export function cancelledFailure(): Failure {
  return failure('cancelled', 'The call was cancelled before it ran.');
}
