// breaks: not-in-allowed -> vscode
import * as m0 from 'vscode';
export type Used = [typeof m0];
