// breaks: TS2353
import type { RunContext } from '../../../../src/core/contracts/call';

export const context: RunContext = { sessionId: 's', actorId: 'a', tenantId: 't', apiKey: 'x' };
