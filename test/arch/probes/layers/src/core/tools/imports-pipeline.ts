// breaks: not-in-allowed -> src/core/pipeline/sound.ts
import type * as m0 from '../pipeline/sound';
export type Used = [typeof m0];
