import { succeed } from '../../../src/core/contracts/failure';
import type { Diagnostics } from '../../../src/core/ports/diagnostics';

/** No problem anywhere. */
export const noDiagnostics: Diagnostics = {
  ofEditor: () => Promise.resolve(succeed({ items: [], total: 0, warnings: [] })),
  ofCargo: () => Promise.resolve(succeed({ items: [], total: 0, warnings: [] })),
  defaultMax: () => 50,
};
