// breaks: views -> src/host/views/audit/sound.ts
import * as m0 from './views/audit/sound';
export type Used = [typeof m0];
