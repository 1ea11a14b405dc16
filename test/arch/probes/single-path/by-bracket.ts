// breaks: INV-31 runs
import type { PreparedCall } from '../../../../src/core/contracts/tools/bound-tool';

export const take = (call: PreparedCall) => call['exec'];
