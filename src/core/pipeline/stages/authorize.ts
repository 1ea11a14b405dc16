import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import type { AuthorizationAnswer } from '../../ports/authorization';
import type { Clock } from '../../ports/clock';
import { decisionDeadlineMs, withTimeout } from '../within';
import { requireTool, type BindStage } from './incoming';

/**
 * Asks the authorization port, after the allowlist and before the arguments are checked (001 F1;
 * DESIGN decision 45). A port that throws, or does not answer in time, refuses.
 */
export const authorize: BindStage = async (call, { authorization, clock, report }) => {
  const { actorId, subjectId } = call.context;
  try {
    const asked = authorization.check({
      actorId,
      action: 'tool.execute',
      toolId: requireTool(call).id,
      context: call.context,
      ...(subjectId === undefined ? {} : { subjectId }),
    });
    const answer = asked instanceof Promise ? await inTime(asked, clock) : asked;
    if (answer.allowed) return succeed(call);
    const { reason, suggestion } = answer;
    return fail(failure('authz_denied', reason, suggestion === undefined ? {} : { suggestion }));
  } catch (error) {
    report(error);
    return fail(failure('authz_unavailable', 'It could not be found out whether this is allowed.'));
  }
};

async function inTime(
  asked: Promise<AuthorizationAnswer>,
  clock: Clock,
): Promise<AuthorizationAnswer> {
  const answered = await withTimeout(asked, decisionDeadlineMs, clock);
  if (answered !== undefined) return answered.value;
  throw new Error('The authorization did not answer in time.');
}
