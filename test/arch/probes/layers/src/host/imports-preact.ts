// breaks: not-in-allowed -> preact
import * as m0 from 'preact';
export type Used = [typeof m0];
