import { say } from '../base/sentence';
import type { CallPath, CallPaths, NamedPath } from '../contracts/calls/call-paths';
import { failure, type Failure } from '../contracts/failure';
import type { SuccessRecord } from '../contracts/policy/tool-policy';
import type { SeenFile } from '../contracts/tools/define-tool';
import type { Policy } from '../contracts/policy/policy';
import { resolveSubject, gateCallOf } from './gate-input';
import type { PipelineDeps } from './runtime/deps';
import type { Evaluation, GatesAnswer } from './call/call-facts';
import type { ValidCall } from './call/brands';
import { order } from './order';
import { askGates } from './stages/gates';
import type { Incoming } from './stages/binding';

export interface ApprovalSubject {
  readonly call: ValidCall;
  /** Where its paths led when the user was asked. */
  readonly paths: CallPaths;
  /** The content of files that the user allowed to replace, as the diff showed it. */
  readonly allowed?: readonly SeenFile[];
  /** Aborted when the user stops the call. */
  readonly signal: AbortSignal;
}

/** Gives up if the rules change during every evaluation. */
const maxRounds = 20;

/**
 * Evaluates a call again after the user was asked: admission, the paths shown and the gates must
 * all still hold (decision 19). The result is valid for the policy and trust in force when it is
 * returned; if they change meanwhile, the call is evaluated again.
 */
export async function recheck(shown: ApprovalSubject, deps: PipelineDeps): Promise<Evaluation> {
  for (let round = 0; round < maxRounds; round += 1) {
    const { policy, trust } = currentRules(shown.call, deps);
    const answer = await evaluateUnder(policy, shown, deps);
    const judged = { answer, policyVersion: policy.version, trust };
    if (isStillCurrent(judged, shown.call, deps)) return judged;
  }
  const { policy, trust } = currentRules(shown.call, deps);
  const answer = refusal(
    failure(
      'policy_denied',
      say`The rules kept changing while the call was evaluated. Make the call again.`,
    ),
  );
  return { answer, policyVersion: policy.version, trust };
}

/** Whether policy and trust are unchanged since the evaluation. */
export function isStillCurrent(judged: Evaluation, call: ValidCall, deps: PipelineDeps): boolean {
  const { policy, trust } = currentRules(call, deps);
  return judged.policyVersion === policy.version && judged.trust === trust;
}

function currentRules({ bound }: ValidCall, deps: PipelineDeps) {
  const { sessionId } = bound.context;
  // A call keeps the permission level it began with: a pending question stays (decision 58).
  const { permissionLevel } = bound.policy;
  return {
    policy: { ...deps.access.policy.current(sessionId), permissionLevel },
    trust: deps.access.trust.levelOf(sessionId, bound.tool.id).level,
  };
}

async function evaluateUnder(
  policy: Policy,
  shown: ApprovalSubject,
  deps: PipelineDeps,
): Promise<GatesAnswer> {
  const { bound, prepared } = shown.call;
  const refused = await refusedNow({ ...bound, policy }, deps);
  if (refused !== undefined) return refusal(refused);
  const view = await resolveSubject(prepared.subject, deps.environment, deps.system.clock);
  if (!leadToSamePaths(view.paths, shown.paths)) {
    const message = say`A path of this call no longer leads where it did when the user was asked. Make the call again.`;
    return refusal(failure('policy_denied', message));
  }
  const session = deps.state.sessions.of(bound.context.sessionId);
  const { call, signal, allowed = [] } = shown;
  const question = gateCallOf({ call, view, policy, session, signal }, deps);
  return askGates({ ...question, record: withAllowed(session, allowed) }, deps);
}

/** What the user allowed to replace counts as known to the chat, for this call alone. */
function withAllowed(record: SuccessRecord, allowed: readonly SeenFile[]): SuccessRecord {
  const stamps = new Map(allowed.map(({ real, stamp }) => [real, stamp]));
  return {
    hasRun: (toolId) => record.hasRun(toolId),
    seen: (toolId, real) => stamps.get(real) ?? record.seen(toolId, real),
  };
}

/** While the prompt was open, a tool may have been disabled, or trust or a grant revoked. */
async function refusedNow(call: Incoming, deps: PipelineDeps): Promise<Failure | undefined> {
  for (const { stage } of order.again) {
    const answer = await stage(call, deps);
    if (!answer.ok) return answer.failure;
  }
  return undefined;
}

function refusal(failed: Failure): GatesAnswer {
  return { verdict: 'deny', trace: [], failure: failed };
}

/** The gates judge files created meanwhile; the user approved where the paths lead. */
function leadToSamePaths(now: CallPaths, shown: CallPaths): boolean {
  const places = ({ reads, writes, removes, mentioned = [], cwd, named }: CallPaths): string =>
    JSON.stringify([
      reads.map(resolvedPathOf),
      writes.map(resolvedPathOf),
      removes.map(resolvedPathOf),
      mentioned.map(resolvedPathOf),
      cwd && resolvedPathOf(cwd),
      named.map(resolvedPathOf),
    ]);
  return places(now) === places(shown);
}

function resolvedPathOf({ resolved: place }: CallPath | NamedPath): readonly string[] {
  return place.ok ? [place.value.root ?? '', place.value.real] : [place.failure.errorCode];
}
