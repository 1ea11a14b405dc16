// breaks: not-in-allowed -> src/build/sound.ts
import * as m0 from '../build/sound';
export type Used = [typeof m0];
