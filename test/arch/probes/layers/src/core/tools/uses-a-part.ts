// keeps the rules
import * as m0 from './parts/shared';
export type Used = [typeof m0];
