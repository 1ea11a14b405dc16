import * as mint from '../../../../src/core/pipeline/mint';

export const use = mint;
