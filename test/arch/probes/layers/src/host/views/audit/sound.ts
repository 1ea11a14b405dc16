// keeps the rules
import * as m0 from '../../sound';
import * as m1 from 'vscode';
export type Used = [typeof m0, typeof m1];
