import type { WindowSnapshots } from '../../adapters/transaction/snapshots';
import { loadOnce } from '../../core/base/load-once';
import { failure, fail } from '../../core/contracts/failure';

export interface LazySnapshotsDeps {
  readonly load: () => Promise<WindowSnapshots>;
  /** Called when the load has failed; the next command tries again. */
  readonly onLoadFailed: (error: unknown) => void;
}

/** Copies in a bundle of their own, loaded with the first command that needs them. */
export function createLazySnapshots({ load, onLoadFailed }: LazySnapshotsDeps): WindowSnapshots {
  let loading: Promise<WindowSnapshots> | undefined;
  let isClosed = false;
  const loaded = loadOnce(load);
  const snapshots = (): Promise<WindowSnapshots> => (loading = loaded());
  return {
    take: async (request) => {
      if (isClosed) return fail(failure('cancelled', 'Gatehouse is shutting down.'));
      try {
        return await (await snapshots()).take(request);
      } catch (error) {
        onLoadFailed(error);
        const message = 'The part of Gatehouse that copies files could not be loaded.';
        return fail(failure('snapshot_failed', message));
      }
    },
    open: async () => {
      if (!isClosed) await (await snapshots()).open();
    },
    close: async () => {
      isClosed = true;
      // A failed load was reported by its caller, and has nothing to close.
      const made = await loading?.catch(() => undefined);
      await made?.close();
    },
  };
}
