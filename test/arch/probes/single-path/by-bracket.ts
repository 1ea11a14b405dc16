// breaks: INV-31 runs
import type { PreparedCall } from '../../../../src/core/contracts/bound-tool';

export const take = (call: PreparedCall) => call['exec'];
