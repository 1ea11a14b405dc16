import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import { requireTool, type BindStage } from './incoming';

/**
 * Admits a tool by id: what is not on the allowlist is denied (001 inv. 20 DENY_BY_DEFAULT), and
 * so is what this run was not given (001 inv. 23). Arguments are not looked at.
 */
export const admit: BindStage = (call) => {
  const tool = requireTool(call);
  const { allowedToolIds } = call.context;
  if (!call.policy.allowedTools.has(tool.id)) {
    return fail(failure('policy_denied', `The tool ${tool.name} is not in the allowed tools.`));
  }
  if (allowedToolIds?.includes(tool.id) === false) {
    return fail(failure('policy_denied', `The tool ${tool.name} is not allowed in this run.`));
  }
  return succeed(call);
};
