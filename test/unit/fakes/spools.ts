import type { OutputSpools } from '../../../src/core/ports/output-spools';

/** Keeps nothing: outputs are what memory holds. */
export const noSpools: OutputSpools = {
  open: () => ({
    write: () => undefined,
    drained: () => undefined,
    soFar: () => undefined,
    end: () => Promise.resolve(undefined),
  }),
};
