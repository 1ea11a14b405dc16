export { mintSafe } from '../../../../src/core/pipeline/mint';
