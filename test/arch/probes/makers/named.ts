import { mintBound as bound } from '../../../../src/core/pipeline/mint';

export const use = bound;
