// breaks: not-in-allowed -> src/core/tools/sound.ts
import * as m0 from '../tools/sound';
export type Used = [typeof m0];
