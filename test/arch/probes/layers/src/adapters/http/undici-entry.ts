// keeps the rules
import * as m0 from 'undici';
export type Used = [typeof m0];
