// keeps the rules
import * as m0 from '../views/audit/sound';
export type Used = [typeof m0];
