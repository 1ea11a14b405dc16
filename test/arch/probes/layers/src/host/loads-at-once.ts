// breaks: lazy -> src/host/compose/work.ts
import * as m0 from './compose/work';
export type Used = [typeof m0];
