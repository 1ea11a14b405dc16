import { failure } from '../core/contracts/failure';
import { fail } from '../core/contracts/result';
import type { ConnectionBroker, ConnectionGrants } from '../core/ports/connections';

/** No tool source with connections exists yet, so none is granted and none can be opened. */
export const noConnections: {
  readonly grants: ConnectionGrants;
  readonly broker: ConnectionBroker;
} = {
  grants: { allowedConnectionIds: () => [] },
  broker: {
    open: () => Promise.resolve(fail(failure('unavailable', 'This connection is not available.'))),
  },
};
