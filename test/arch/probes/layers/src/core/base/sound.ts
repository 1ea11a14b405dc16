// keeps the rules
import * as m0 from 'minimatch';
export type Used = [typeof m0];
