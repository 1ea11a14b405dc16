// breaks: INV-09 tools
import { bindTools as all } from '../../../../src/core/tools/catalog.gen';

export const bind = all;
