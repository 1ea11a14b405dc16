// breaks: not-in-allowed -> src/core/agent/sound.ts
import * as m0 from '../agent/sound';
export type Used = [typeof m0];
