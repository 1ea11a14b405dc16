import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import { requireTool, type BindStage } from './incoming';

/**
 * Admits a tool by id: an untrusted workspace refuses every tool (DESIGN decision 45), and what is
 * not on the allowlist is denied (001 inv. 20 DENY_BY_DEFAULT). Arguments are not looked at.
 */
export const admit: BindStage = (call, { policy, workspace }) => {
  const tool = requireTool(call);
  if (!workspace.isTrusted()) {
    return fail(
      failure('authz_denied', 'This workspace is not trusted, so no tool may run.', {
        suggestion: 'Ask the user to trust the workspace in VS Code.',
      }),
    );
  }
  if (!policy.allowedTools().includes(tool.id)) {
    return fail(failure('policy_denied', `The tool ${tool.name} is not in the allowed tools.`));
  }
  return succeed(call);
};
