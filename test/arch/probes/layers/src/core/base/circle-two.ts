// breaks nothing more: a circle is reported once
import type * as m0 from './circle-one';
export type Used = [typeof m0];
