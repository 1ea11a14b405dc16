// breaks: imports both ways with src/core/agent/turn
import { round } from './turn/round';

export const agent = round;
export const limit = 1;
