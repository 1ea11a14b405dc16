// breaks: not-in-allowed -> src/adapters/sound.ts
import * as m0 from '../../adapters/sound';
export type Used = [typeof m0];
