// breaks: not-in-allowed -> undici
import * as m0 from 'undici';
export type Used = [typeof m0];
