import type { BoundCall } from '../../../../src/core/pipeline/call/brands';

export type Used = BoundCall;
