// breaks: not-in-allowed -> src/core/gates/sound.ts
import * as m0 from '../gates/sound';
export type Used = [typeof m0];
