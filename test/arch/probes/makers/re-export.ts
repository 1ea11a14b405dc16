export { mintSafe } from '../../../../src/core/pipeline/call/brands';
