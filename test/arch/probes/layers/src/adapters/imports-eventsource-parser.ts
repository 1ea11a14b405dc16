// breaks: not-in-allowed -> eventsource-parser
import * as m0 from 'eventsource-parser';
export type Used = [typeof m0];
