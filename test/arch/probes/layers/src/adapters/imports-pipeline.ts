// breaks: not-in-allowed -> src/core/pipeline/sound.ts
import * as m0 from '../core/pipeline/sound';
export type Used = [typeof m0];
