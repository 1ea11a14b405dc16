import type { Budget } from './budget.mjs';

export declare function withRatioTable(
  page: string,
  ratios: Readonly<Record<string, readonly Budget[]>>,
): string;
