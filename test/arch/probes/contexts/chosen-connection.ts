// breaks: TS2554
import type { AuthCapability } from '../../../../src/core/contracts/capabilities';

export const token = (auth: AuthCapability) => auth.getAccessToken('another');
