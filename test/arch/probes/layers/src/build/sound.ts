// keeps the rules
import * as m0 from '../core/contracts/sound';
import * as m1 from 'node:path';
import * as m2 from 'zod';
export type Used = [typeof m0, typeof m1, typeof m2];
