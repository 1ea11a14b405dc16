export const use = () => import('../../../../src/core/pipeline/call/brands');
