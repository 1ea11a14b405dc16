import { asIs, say, type Sentence } from '../../base/sentence';
import { redactText } from '../../base/redact/redact';
import type { ApprovedBy, Decision, Denial, GateTrace } from '../../contracts/calls/decision';
import {
  failure,
  type Failure,
  assertNever,
  fail,
  succeed,
  type Result,
} from '../../contracts/failure';
import type { TrustLevel } from '../../contracts/tool-spec';
import type { SeenFile } from '../../contracts/tools/define-tool';
import type { ApprovalAnswer, Approver } from '../../ports/runner';
import { confirmationOf, type Confirmations } from '../runtime/confirmations';
import { isRefusal, type Evaluation, type Refusal } from '../call/call-facts';
import {
  mintClearedAutomatically,
  mintClearedByUser,
  type ClearedCall,
  type ValidCall,
} from '../call/brands';
import type { Disposable } from '../../ports/system';
import { approvalRequest, type ApprovalContext } from './approval-request';
import { readArguments } from './arguments';
import type { Preview } from './preview';
import type { PipelineDeps } from '../runtime/deps';

export interface ClearRequest extends ApprovalContext {
  readonly trust: TrustLevel;
  /** On the confirmed path: the single-use approval (decision 19). */
  readonly token: string | undefined;
}

export interface ClearOptions extends AskOptions {
  readonly confirmations: Confirmations;
  /** The change as it is now. */
  readonly preview: () => Promise<Preview | undefined>;
  /** Whether policy and trust are unchanged since the evaluation. */
  readonly isInForce: (judged: Evaluation) => boolean;
  /** Binds an approval to arguments the user edited; undefined when the tool refuses them. */
  readonly confirmEdited: (args: string) => string | undefined;
}

/**
 * Turns the verdict of the gates into a clearance. A deny is never asked (decision 8); keying a call
 * in as one line approves it (decision 37), any other call of the user is confirmed (decision 75); a token confirms an approval of exactly this call (decision 19);
 * an autonomous call of an unprompted tool skips the prompt and nothing else (decision 18); every
 * other ask goes to the user, and only an explicit "allow" clears it.
 */
export async function clear(
  request: ClearRequest,
  tools: ClearOptions,
): Promise<Result<ClearedCall, Refusal>> {
  const { call, answer, token } = request;
  const { raw, tool } = call.bound;
  if (token !== undefined) return clearConfirmed(request, token, tools.confirmations);
  if (raw.origin === 'user') {
    return raw.isKeyed === true
      ? succeed(byUser(request, 'user-typed', answer.trace))
      : clearByAsking(request, tools);
  }
  if (answer.verdict === 'allow') return succeed(automatically(request, answer.trace));
  if (raw.phase === 'autonomous' && tool.traits.includes('unprompted')) {
    return succeed(automatically(request, answer.trace));
  }
  return clearByAsking(request, tools);
}

/** The confirmed path: a token that is spent or for another call allows nothing. */
function clearConfirmed(
  request: ClearRequest,
  token: string,
  confirmations: Confirmations,
): Result<ClearedCall, Refusal> {
  if (confirmations.redeem(token, confirmationOf(request.call))) {
    return succeed(byUser(request, 'user', request.answer.trace));
  }
  const message = say`The approval was already used, or is for another call.`;
  return fail({
    failure: failure('policy_denied', message, {
      suggestion: 'Make the call again; the user will be asked again.',
    }),
  });
}

/** Asks until the files are still as they were shown when the user allowed the call. */
async function clearByAsking(
  request: ClearRequest,
  tools: ClearOptions,
): Promise<Result<ClearedCall, Refusal>> {
  let preview = await tools.preview();
  for (let isNews = false; ; isNews = true) {
    const said = await askConfirmed({ ...request, preview, isNews }, tools);
    if (!said.ok) return said;
    if (said.value.by === 'rules') return clearAnswered(request, said.value, tools);
    const now = await tools.preview();
    if (now?.basis === preview?.basis) {
      return clearAnswered({ ...request, preview, isNews }, said.value, tools);
    }
    preview = now;
  }
}

/** Fails with any answer but an allow. */
async function askConfirmed(
  ground: ApprovalContext,
  tools: ClearOptions,
): Promise<Result<ApprovalEnd, Refusal>> {
  const { call } = ground;
  const token = tools.confirmations.issue(confirmationOf(call));
  const said = await askUser(ground, tools);
  const confirmed = tools.confirmations.redeem(token, confirmationOf(call));
  if (said.by === 'person' && said.answer.answer !== 'allow') {
    return fail(refusalOf(said.answer, tools));
  }
  // Cancelled meanwhile: the chat was reset.
  return confirmed ? succeed(said) : fail({ failure: cancelledFailure() });
}

/** The gates judge once more; an approval of a change also holds for the content it replaces. */
async function clearAnswered(
  request: ClearRequest,
  said: ApprovalEnd,
  tools: ClearOptions,
): Promise<Result<ClearedCall, Refusal>> {
  const recheck = () => tools.recheck(request.preview?.overwrites);
  let judged = said.by === 'rules' ? said.judged : await recheck();
  while (!tools.isInForce(judged)) judged = await recheck();
  if (isRefusal(judged.answer)) {
    return fail({ failure: judged.answer.failure, evaluation: judged });
  }
  if (said.by === 'person') return succeed(byUser(request, 'user', judged.answer.trace));
  // The rules settled the call, then changed again: the user was not asked under the current ones.
  if (judged.answer.verdict === 'ask') {
    return fail({ failure: cancelledFailure(), evaluation: judged });
  }
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
  const { call, preview, isNews = false } = request;
  const basis = preview?.basis;
  return mintClearedByUser({
    valid: call,
    decision: allowed(request, by, trace),
    ...(basis !== undefined && { shown: { basis, isNews } }),
  });
}

/**
 * An approval keeps the policy version it was shown under; a call allowed by rules keeps theirs.
 */
function allowed(
  { call, trust, judged }: ClearRequest & { readonly judged?: Evaluation },
  approvedBy: ApprovedBy,
  trace: readonly GateTrace[],
): Decision {
  const { version, permissionLevel } = call.bound.policy;
  const ground = judged ?? { trust, policyVersion: version };
  return { verdict: 'allow', approvedBy, trace, permissionLevel, ...ground };
}

function editedCall(args: string, tools: ClearOptions): Refusal {
  const message = say`The user edited the arguments; the edited call ran instead of this one.`;
  const token = tools.confirmEdited(args);
  return {
    failure: failure('cancelled', message),
    edited: token === undefined ? { args } : { args, token },
  };
}

function refusalOf(
  said: Exclude<ApprovalAnswer, { answer: 'allow' }>,
  tools: ClearOptions,
): Refusal {
  switch (said.answer) {
    case 'edit':
      return editedCall(said.args, tools);
    case 'deny': {
      const denial = denialOf(said);
      return { failure: failure('policy_denied', denialText(denial)), denial };
    }
    case 'cancelled':
      return { failure: cancelledFailure() };
    case 'unavailable':
      return { failure: failure('approval_unavailable', said.reason) };
    default:
      return assertNever(said);
  }
}

type Rejection = Extract<ApprovalAnswer, { answer: 'deny' }>;

function denialOf({ reason = '', timeoutSeconds }: Rejection): Denial {
  if (timeoutSeconds !== undefined) {
    return { by: 'timeout', reason: say`no answer within ${timeoutSeconds} seconds` };
  }
  const why = reason.trim();
  return why === '' ? { by: 'user' } : { by: 'user', reason: asIs(redactText(why).text) };
}

function denialText({ by, reason }: Denial): Sentence {
  if (reason === undefined) return say`The user denied this call.`;
  return by === 'timeout'
    ? say`The approval timed out: ${reason}`
    : say`The user denied this call: ${reason}`;
}

export function cancelledFailure(): Failure {
  return failure('cancelled', say`The call was cancelled before it ran.`);
}

interface AskOptions {
  readonly approver: Approver;
  readonly signal: AbortSignal;
  /** Asks the gates again under the current policy: rules and paths may have changed. */
  readonly recheck: (allowed?: readonly SeenFile[]) => Promise<Evaluation>;
  /** Called just before the user is asked. */
  readonly onAsk: () => void;
  readonly onRulesChange: (listener: () => void) => Disposable;
}

/** How the wait ended: by the user, or by rules that changed while the prompt was open. */
export type ApprovalEnd =
  | { readonly by: 'person'; readonly answer: ApprovalAnswer }
  | { readonly by: 'rules'; readonly judged: Evaluation };

/**
 * Asks the user, and evaluates the pending call again at each change of policy or tools: if the rules
 * now allow or deny it, the prompt closes.
 */
async function askUser(ground: ApprovalContext, tools: AskOptions): Promise<ApprovalEnd> {
  const request = approvalRequest(ground);
  // A rule never answers for what the user may not have read (decision 75).
  const mayAllow = ground.call.bound.raw.origin === 'model';
  tools.onAsk();
  const settled = new AbortController();
  const signal = AbortSignal.any([tools.signal, settled.signal]);
  let watching: Disposable | undefined;
  const byRules = new Promise<ApprovalEnd>((settle) => {
    watching = tools.onRulesChange(() => {
      tools.recheck().then(
        (judged) => {
          if (isRefusal(judged.answer) || (mayAllow && judged.answer.verdict !== 'ask')) {
            settle({ by: 'rules', judged });
          }
        },
        () => {
          // The prompt stays; the check after its answer fails in the same way and denies.
        },
      );
    });
  });
  const byPerson = tools.approver
    .ask(request, signal)
    .then((answer): ApprovalEnd => ({ by: 'person', answer }));
  try {
    return await Promise.race([byPerson, byRules]);
  } finally {
    watching?.dispose();
    settled.abort();
  }
}

/**
 * An approval of arguments the user edited (decision 19); undefined when the tool refuses them: the
 * edited call is then judged, and fails, like any other.
 */
export function confirmEdited(
  shown: ValidCall,
  argsText: string,
  { state, access }: Pick<PipelineDeps, 'state' | 'access'>,
): string | undefined {
  const args = readArguments(argsText);
  const prepared = args.ok ? shown.bound.tool.prepare(args.value) : args;
  if (!args.ok || !prepared.ok) return undefined;
  return state.confirmations.issue({
    ...confirmationOf(shown),
    args: args.value,
    cwd: prepared.value.subject.cwd,
    policyVersion: access.policy.current(shown.bound.context.sessionId).version,
  });
}
