import { formatDuration } from '../format';
import { useNow } from './use-now';

/** Time since a moment, counting up; nothing within the first second. */
export function Elapsed({ since }: { readonly since: number }) {
  const seconds = Math.floor((useNow() - since) / 1000);
  return seconds < 1 ? null : <span class="duration">{formatDuration(seconds * 1000)}</span>;
}
