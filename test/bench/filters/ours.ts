/** Our half of the benchmark of output filters: the rules that ship, and the outputs they are tried on. */
export { estimateTokens } from '../../../src/core/base/estimate-tokens';
export { filterText } from '../../../src/core/filters/filter-set';
export { preservedPatterns } from '../../../src/core/filters/lines/line-policy';
export { readFilterFixtures } from '../../unit/core/filters/read-fixtures';
export { commandText, shippedRules } from '../../unit/core/filters/shipped-rules';
