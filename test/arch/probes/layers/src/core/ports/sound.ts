// keeps the rules
import type * as m0 from '../contracts/sound';
export type Used = [typeof m0];
