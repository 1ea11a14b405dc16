// breaks: not-in-allowed -> src/core/agent/sound.ts
import * as m0 from '../core/agent/sound';
export type Used = [typeof m0];
