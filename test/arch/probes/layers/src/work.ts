// keeps the rules
import * as m0 from './host/compose/work';
export type Used = [typeof m0];
