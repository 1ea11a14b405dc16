// breaks: not-in-allowed -> vscode
import type * as m0 from 'vscode';
export type Used = [typeof m0];
