import type { LineCounts as Counts } from '../changes';

/** "+42 −7", said in words to those who hear it. */
export function LineCountBadge({ counts }: { readonly counts: Counts | undefined }) {
  if (counts === undefined) return null;
  const { added, removed } = counts;
  return (
    <span class="counts">
      <span class="count-added" aria-hidden="true">
        +{added}
      </span>{' '}
      <span class="count-removed" aria-hidden="true">
        −{removed}
      </span>
      <span class="sr-only">
        {added} added, {removed} removed
      </span>
    </span>
  );
}
