import type { ToolSource, TrustLevel } from '../contracts/trust';

/** How far each tool source is trusted in a chat; only the person changes it (decision 40). */
export interface TrustLevels {
  levelOf(sessionId: string, source: ToolSource): TrustLevel;
}
