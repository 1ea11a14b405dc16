// keeps the rules
import type * as m0 from '@agentclientprotocol/sdk';
import * as m1 from './sound';
export type Used = [typeof m0, typeof m1];
