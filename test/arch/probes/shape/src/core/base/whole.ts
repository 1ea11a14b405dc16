import { part } from './lone-part';
import { tested } from './tested-part';
import { shared } from './shared-part';

export const whole = part + tested + shared;
