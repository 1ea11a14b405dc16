// keeps the rules
import * as m0 from './host/sound';
import type * as m1 from 'vscode';
export const load = () => import('./work');
export type Used = [typeof m0, typeof m1];
