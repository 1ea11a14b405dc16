// breaks: no-circular -> src/core/base/circle-two.ts
import * as m0 from './circle-two';
export type Used = [typeof m0];
