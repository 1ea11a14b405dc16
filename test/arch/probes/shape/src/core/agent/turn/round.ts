import { limit } from '../agent';

export const round = limit;
export const two = round;
