// keeps the rules
import * as m0 from '../contracts/sound';
import type * as m1 from '../ports/sound';
import * as m2 from '../base/sound';
export type Used = [typeof m0, typeof m1, typeof m2];
