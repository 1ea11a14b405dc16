// keeps the rules
import * as m0 from 'zod';
export type Used = [typeof m0];
