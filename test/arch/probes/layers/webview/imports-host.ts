// breaks: not-in-allowed -> src/host/sound.ts
import * as m0 from '../src/host/sound';
export type Used = [typeof m0];
