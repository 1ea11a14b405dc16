// breaks: TS2353
import type { RunContext } from '../../../../src/core/contracts/calls/call';

export const context: RunContext = { sessionId: 's', actorId: 'a', tenantId: 't', apiKey: 'x' };
