// keeps the rules
import * as m0 from '../pipeline/sound';
import * as m1 from '../contracts/sound';
export type Used = [typeof m0, typeof m1];
