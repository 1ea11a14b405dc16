// keeps the rules
import * as m0 from '../core/contracts/sound';
import type * as m1 from '../core/ports/sound';
import * as m2 from '../core/base/sound';
import * as m3 from '../core/wire/sound';
import * as m4 from 'node:fs';
import type * as m5 from 'sql.js';
export type Used = [typeof m0, typeof m1, typeof m2, typeof m3, typeof m4, typeof m5];
