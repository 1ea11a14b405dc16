// breaks: not-in-allowed -> webview/sound.ts
import * as m0 from '../../webview/sound';
export type Used = [typeof m0];
