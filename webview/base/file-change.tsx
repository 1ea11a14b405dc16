import type { LineCounts as Counts } from '../text/changes';

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

/** Where a file was before; a long path loses its beginning. */
export function MovedFrom({ path, title }: { readonly path: string; readonly title?: string }) {
  return (
    <span class="moved-from" title={title ?? path}>
      moved from{' '}
      <span class="cut-start">
        <bdi dir="ltr">{path}</bdi>
      </span>
    </span>
  );
}
