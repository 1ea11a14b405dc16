// breaks: INV-32
import { systemIds } from '../../adapters/system/ids';

export const ids = systemIds;
