// keeps the rules
import * as m0 from '../contracts/sound';
import * as m1 from '../base/sound';
export type Used = [typeof m0, typeof m1];
