// keeps the rules
import * as m0 from '../../src/host/sound';
import * as m1 from '../../webview/sound';
import * as m2 from 'fast-check';
import * as m3 from 'node:assert/strict';
import * as m4 from '../../src/build/sound';
export type Used = [typeof m0, typeof m1, typeof m2, typeof m3, typeof m4];
