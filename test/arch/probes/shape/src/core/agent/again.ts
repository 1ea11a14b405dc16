import { round, two } from './turn/round';

export const again = round + two;
