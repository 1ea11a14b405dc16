import * as mint from '../../../../src/core/pipeline/call/brands';

export const use = mint;
