// breaks: not-in-allowed -> src/core/ports/sound.ts
import * as m0 from '../ports/sound';
export type Used = [typeof m0];
