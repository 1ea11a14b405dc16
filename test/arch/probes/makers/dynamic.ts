export const use = () => import('../../../../src/core/pipeline/mint');
