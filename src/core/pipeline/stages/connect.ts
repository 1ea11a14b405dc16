import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import { requireTool, type BindStage } from './incoming';

/**
 * A tool that needs a connection runs only with one that is granted and was asked for by this run
 * (001 inv. 26a, 30; DESIGN decision 32). Decided before any secret is read; unknown and not
 * granted give the same answer.
 */
export const connect: BindStage = (call, { connections }) => {
  if (!requireTool(call).requiresConnection) return succeed(call);
  const { connectionId } = call.raw;
  if (connectionId === undefined || connectionId === '') {
    return fail(
      failure('validation', 'The tool needs a connection and the call names none.', {
        suggestion: 'Ask the user to connect the tool. It is never an argument.',
      }),
    );
  }
  const granted = connections.grants.allowedConnectionIds(call.context);
  const asked = call.context.connectionIds ?? [];
  if (granted.includes(connectionId) && asked.includes(connectionId)) {
    return succeed({ ...call, connectionId });
  }
  return fail(failure('policy_denied', 'This connection is not available to the call.'));
};
