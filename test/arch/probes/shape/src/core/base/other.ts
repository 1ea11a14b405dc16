import { shared } from './shared-part';

export const other = shared;
