import type { CallPaths } from '../contracts/call-paths';
import { failure, type Failure } from '../contracts/failure';
import { resolvePaths } from './call-paths';
import type { PipelineDeps } from './deps';
import type { ValidCall } from './mint';
import { questionOf } from './question';
import { admit } from './stages/admit';
import { authorize } from './stages/authorize';
import { connect } from './stages/connect';
import { askGates, type GatesAnswer } from './stages/gates';
import type { Incoming } from './stages/incoming';

/**
 * Judges a call anew that a person was asked about: what let it in, the paths that were shown, and
 * the gates must all hold under the policy of now (DESIGN decision 19).
 */
export async function recheck(
  valid: ValidCall,
  shown: CallPaths,
  deps: PipelineDeps,
): Promise<GatesAnswer> {
  const { bound, prepared } = valid;
  const policy = deps.policy.current(bound.context.sessionId);
  const refused = await refusedNow({ ...bound, policy }, deps);
  if (refused !== undefined) return { verdict: 'deny', trace: [], failure: refused };
  const now = await resolvePaths(prepared.subject, deps);
  if (JSON.stringify(now) === JSON.stringify(shown)) {
    return askGates(questionOf(valid, now, policy, deps), deps);
  }
  const message = 'A path of this call leads elsewhere than when the user was asked.';
  return { verdict: 'deny', trace: [], failure: failure('policy_denied', message) };
}

/** A tool may have been switched off, trust or a grant taken back, while the prompt was open. */
async function refusedNow(call: Incoming, deps: PipelineDeps): Promise<Failure | undefined> {
  for (const stage of [admit, authorize, connect]) {
    const answer = await stage(call, deps);
    if (!answer.ok) return answer.failure;
  }
  return undefined;
}
