import { say } from '../../base/sentence';
import { isObject } from '../../contracts/json';
import { failure, fail, succeed } from '../../contracts/failure';
import { type BindStage, requireTool } from './binding';
import type { AuthorizationAnswer } from '../../ports/authorization';
import type { Clock } from '../../ports/system';
import { withTimeout } from '../../base/async';
import { decisionDeadlineMs } from '../../contracts/policy/define-gate';

const secretName = /token|secret|password|authorization|api.?key|credential|headers/i;

/**
 * Every call has an owner, and its context carries references only, never secrets (INV-28, INV-F2).
 * The message names the key, not its value.
 */
export const context: BindStage = (call) => {
  const { actorId, tenantId, sessionId } = call.context;
  if (actorId === '' || tenantId === '' || sessionId === '') {
    return fail(failure('authz_unavailable', say`The call does not say who runs it or for whom.`));
  }
  const name = secretKeyIn(call.context);
  if (name === undefined) return succeed(call);
  return fail(
    failure(
      'policy_denied',
      say`The context of the call contains a secret (${name}), so the call was refused.`,
    ),
  );
};

function secretKeyIn(value: object): string | undefined {
  for (const [name, part] of Object.entries(value)) {
    if (secretName.test(name)) return name.slice(0, 40);
    const inside = Array.isArray(part) || isObject(part) ? secretKeyIn(part) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/**
 * Asks the authorization port, after the allowlist and before the arguments are validated (INV-F1;
 * decision 45). If the port throws or does not answer in time, the call is refused.
 */
export const authorize: BindStage = async (call, { access, system, report }) => {
  const { actorId, subjectId } = call.context;
  try {
    const asked = access.authorization.check({
      actorId,
      action: 'tool.execute',
      toolId: requireTool(call).id,
      context: call.context,
      ...(subjectId === undefined ? {} : { subjectId }),
    });
    const answer = asked instanceof Promise ? await inTime(asked, system.clock) : asked;
    if (answer.allowed) return succeed(call);
    const { reason, suggestion } = answer;
    return fail(failure('authz_denied', reason, suggestion === undefined ? {} : { suggestion }));
  } catch (error) {
    report(error);
    return fail(failure('authz_unavailable', say`The authorization check failed; ask the user.`));
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

/**
 * A tool that needs a connection runs only with one that is granted and requested by this run
 * (INV-26a, INV-30; decision 32). Decided before any secret is read; unknown and not granted give
 * the same answer.
 */
export const connect: BindStage = (call, { access }) => {
  if (!requireTool(call).requiresConnection) return succeed(call);
  const { connectionId } = call.raw;
  if (connectionId === undefined || connectionId === '') {
    return fail(
      failure('validation', say`The tool needs a connection, and the call names none.`, {
        suggestion: 'Ask the user to connect the tool. A connection is never an argument.',
      }),
    );
  }
  const granted = access.connections.grants.allowedConnectionIds(call.context);
  const asked = call.context.connectionIds ?? [];
  if (granted.includes(connectionId) && asked.includes(connectionId)) {
    return succeed({ ...call, connectionId });
  }
  return fail(failure('policy_denied', say`This connection is not available to the call.`));
};
