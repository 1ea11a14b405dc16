const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** `512 bytes`, `1.5 KB`, `10 MB`; one KB is 1024 bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${String(bytes)} bytes`;
  let value = bytes / 1024;
  let at = 0;
  while (value >= 1023.95 && at < units.length - 1) {
    value /= 1024;
    at += 1;
  }
  return `${value.toFixed(1).replace(/\.0$/, '')} ${units[at] ?? ''}`;
}
