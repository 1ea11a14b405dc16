import type { RawCall, RunContext } from '../../../../src/core/contracts/calls/call';

export const context: RunContext = {
  sessionId: 's',
  actorId: 'a',
  tenantId: 't',
  subjectId: 'u',
  graphId: 'g',
  allowedToolIds: [],
  connectionIds: ['c1'],
};

export const connectionId = (call: RawCall) => call.connectionId;
