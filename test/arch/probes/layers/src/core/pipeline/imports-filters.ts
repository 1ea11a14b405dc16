// breaks: not-in-allowed -> src/core/filters/sound.ts
import * as m0 from '../filters/sound';
export type Used = [typeof m0];
