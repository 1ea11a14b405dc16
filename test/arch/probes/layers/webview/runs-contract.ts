// breaks: not-in-allowed -> src/core/contracts/sound.ts
import * as m0 from '../src/core/contracts/sound';
export type Used = [typeof m0];
