// keeps the rules
import * as m0 from '../../contracts/sound';
export type Used = [typeof m0];
