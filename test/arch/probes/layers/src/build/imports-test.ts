// breaks: not-in-allowed -> test/unit/sound.ts
import * as m0 from '../../test/unit/sound';
export type Used = [typeof m0];
