import { mintBound as bound } from '../../../../src/core/pipeline/call/brands';

export const use = bound;
