import type { BoundCall } from '../../../../src/core/pipeline/mint';

export type Used = BoundCall;
