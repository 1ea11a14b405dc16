// breaks: INV-31 implementation
import read from '../../../../src/core/tools/read';

export const implementation = read.run;
