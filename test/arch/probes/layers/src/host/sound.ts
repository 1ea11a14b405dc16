// keeps the rules
import * as m0 from '../adapters/sound';
import * as m1 from '../core/agent/sound';
import * as m2 from '../core/tools/sound';
import * as m3 from '../core/gates/sound';
import * as m4 from '../core/filters/sound';
import * as m5 from '../core/pipeline/sound';
import * as m6 from 'node:path';
import * as m7 from 'vscode';
import * as m8 from 'diff';
export type Used = [typeof m0, typeof m1, typeof m2, typeof m3, typeof m4, typeof m5, typeof m6, typeof m7, typeof m8];
