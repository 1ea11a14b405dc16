import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import { requireTool, type BindStage } from './incoming';

/**
 * Asks the authorization port, after the allowlist and before the arguments are checked (001 F1;
 * DESIGN decision 45). A port that throws refuses.
 */
export const authorize: BindStage = async (call, { authorization, report }) => {
  const { actorId, subjectId } = call.context;
  try {
    const answer = await authorization.check({
      actorId,
      action: 'tool.execute',
      toolId: requireTool(call).id,
      context: call.context,
      ...(subjectId === undefined ? {} : { subjectId }),
    });
    if (answer.allowed) return succeed(call);
    const { reason, suggestion } = answer;
    return fail(failure('authz_denied', reason, suggestion === undefined ? {} : { suggestion }));
  } catch (error) {
    report(error);
    return fail(failure('authz_unavailable', 'It could not be found out whether this is allowed.'));
  }
};
