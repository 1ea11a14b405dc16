// keeps the rules
import * as m0 from '../contracts/sound';
import * as m1 from '../base/sound';
import * as m2 from 'eventsource-parser';
export type Used = [typeof m0, typeof m1, typeof m2];
