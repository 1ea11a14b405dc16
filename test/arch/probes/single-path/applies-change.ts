// breaks: INV-31 change
import type { PlannedChange } from '../../../../src/core/contracts/tools/define-tool';

export const change = (planned: PlannedChange<unknown>) => planned.apply();
