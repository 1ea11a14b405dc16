// breaks: not-in-allowed -> src/core/contracts/sound.ts
import type * as m0 from '../contracts/sound';
export type Used = [typeof m0];
