// breaks: not-in-allowed -> fs
import * as m0 from 'node:fs';
export type Used = [typeof m0];
