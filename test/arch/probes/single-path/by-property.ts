// breaks: INV-31 runs
import type { PreparedCall } from '../../../../src/core/contracts/tools/bound-tool';

export const run = (call: PreparedCall, context: Parameters<PreparedCall['exec']>[0]) =>
  call.exec(context);
