// breaks: not-in-allowed -> @agentclientprotocol/sdk
import * as m0 from '@agentclientprotocol/sdk';
export type Used = [typeof m0];
