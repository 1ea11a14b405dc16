import { isObject } from '../../base/json-read';
import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import type { BindStage } from './incoming';

const secretName = /token|secret|password|authorization|api.?key|credential|headers/i;

/**
 * Nobody runs a tool namelessly, and a context carries references only, never secrets (001 inv. 28,
 * F2). The message names the key, not what it held.
 */
export const context: BindStage = (call) => {
  const { actorId, tenantId, sessionId } = call.context;
  if (actorId === '' || tenantId === '' || sessionId === '') {
    return fail(failure('authz_unavailable', 'The call does not say who runs it, for whom.'));
  }
  const name = secretKeyIn(call.context);
  if (name === undefined) return succeed(call);
  return fail(
    failure(
      'policy_denied',
      `The context of the call holds a secret (${name}), so it was refused.`,
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
