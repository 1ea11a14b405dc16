// keeps the rules
import type * as m0 from './views/audit/sound';
import type * as m1 from './views/views-entry';
export const load = () => import('./views/views-entry');
export type Used = [typeof m0, typeof m1];
