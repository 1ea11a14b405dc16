/** Our half of the benchmark of token estimates. */
export { estimateTokens } from '../../../src/core/base/estimate-tokens';
export { tokenSamples } from '../../unit/core/base/token-samples';
