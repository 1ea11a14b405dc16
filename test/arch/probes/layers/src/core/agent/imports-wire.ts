// breaks: not-in-allowed -> src/core/wire/sound.ts
import * as m0 from '../wire/sound';
export type Used = [typeof m0];
