// breaks: not-in-allowed -> path
import * as m0 from 'node:path';
export type Used = [typeof m0];
