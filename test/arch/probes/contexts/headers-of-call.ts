// breaks: TS2353
import type { RawCall } from '../../../../src/core/contracts/calls/call';

export const call: RawCall = {
  toolCallId: 'c',
  tool: 't',
  args: {},
  phase: 'executor',
  origin: 'model',
  attempt: 0,
  headers: { authorization: 'x' },
};
