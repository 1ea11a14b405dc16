import type { Authorization } from '../core/ports/authorization';
import type { Workspace } from '../core/ports/workspace';

/** Workspace Trust as the authorization of every call: none runs until it is given (decision 45). */
export function createAuthorization(workspace: Pick<Workspace, 'isTrusted'>): Authorization {
  return {
    check: () => {
      if (workspace.isTrusted()) return { allowed: true };
      return {
        allowed: false,
        reason: 'This workspace is not trusted, so no tool may run.',
        suggestion: 'Ask the user to trust the workspace in VS Code.',
      };
    },
  };
}
