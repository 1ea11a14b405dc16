// breaks: not-in-allowed -> zod
import * as m0 from 'zod';
export type Used = [typeof m0];
