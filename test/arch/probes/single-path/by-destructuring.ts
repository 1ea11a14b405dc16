// breaks: INV-31 runs
import type { PreparedCall } from '../../../../src/core/contracts/tools/bound-tool';

export function take({ exec: run }: PreparedCall) {
  return run;
}
