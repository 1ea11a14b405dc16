import path from 'node:path';
import { formatSize } from '../../core/base/format-size';
import { failure } from '../../core/contracts/failure';
import type { DiskEntry, TransactionDisk } from './transaction-disk';
import { ScanStopped } from './walk';

export interface CopierDeps {
  readonly disk: TransactionDisk;
  /** A folder of this snapshot alone. */
  readonly folder: string;
  /** 0 is unlimited; any other value is a hard cap (000). */
  readonly maxBytes: number;
  readonly show: (path: string) => string;
}

/** Keeps contents in a folder, under numbers; answers where. */
export function createCopier(place: CopierDeps) {
  const { disk, folder, maxBytes, show } = place;
  let bytes = 0;
  let count = 0;

  return async (file: string, entry: DiskEntry): Promise<string> => {
    bytes += entry.size;
    if (maxBytes > 0 && bytes > maxBytes) throw new ScanStopped(overCap(maxBytes));
    count += 1;
    const copy = path.join(folder, String(count));
    await disk.copy(file, copy);
    const after = await disk.entry(file);
    if (after?.state === entry.state) return copy;
    // A file that somebody writes to, such as a log: the second copy is as good as any.
    if (after?.identity !== entry.identity) throw new ScanStopped(swapped(show(file)));
    await disk.remove(copy);
    await disk.copy(file, copy);
    return copy;
  };
}

function overCap(maxBytes: number) {
  const most = formatSize(maxBytes);
  return failure('snapshot_failed', `the copies would take more than ${most}`, {
    suggestion: 'Do not repeat the same call. Change fewer files at once.',
  });
}

function swapped(shown: string) {
  return failure('snapshot_failed', `a file was replaced while it was copied: ${shown}`);
}
