// breaks: not-in-allowed -> src/work.ts
import type * as m0 from './compose/work';
export const load = () => import('../work');
export type Used = [typeof m0];
