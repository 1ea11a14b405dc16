import { say } from '../../core/base/sentence';
import type {
  Authorization,
  ConnectionBroker,
  ConnectionGrants,
} from '../../core/ports/authorization';
import type { Workspace } from '../../core/ports/workspace';
import { failure, fail } from '../../core/contracts/failure';

/** Workspace Trust as the authorization of every call: none runs until it is given (decision 45). */
export function createAuthorization(workspace: Pick<Workspace, 'isTrusted'>): Authorization {
  return {
    check: () => {
      if (workspace.isTrusted()) return { allowed: true };
      return {
        allowed: false,
        reason: say`This workspace is not trusted, so no tool may run.`,
        suggestion: 'Ask the user to trust the workspace in VS Code.',
      };
    },
  };
}

/** No tool source with connections exists yet, so none is granted and none can be opened. */
export const noConnections: {
  readonly grants: ConnectionGrants;
  readonly broker: ConnectionBroker;
} = {
  grants: { allowedConnectionIds: () => [] },
  broker: {
    open: () =>
      Promise.resolve(fail(failure('unavailable', say`This connection is not available.`))),
  },
};
