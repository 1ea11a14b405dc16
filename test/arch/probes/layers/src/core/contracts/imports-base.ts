// breaks: not-in-allowed -> src/core/base/sound.ts
import * as m0 from '../base/sound';
export type Used = [typeof m0];
