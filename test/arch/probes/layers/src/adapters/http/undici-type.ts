// keeps the rules
import type * as m0 from 'undici';
export type Used = [typeof m0];
