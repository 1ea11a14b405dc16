import { rich, t } from '../l10n/l10n';
import type { LineCounts as Counts } from '../text/changes';

/** "+42 −7", in words for screen readers. */
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
      <span class="sr-only">{t('change.lines', { added, removed })}</span>
    </span>
  );
}

/** The previous path of a file; a long path is cut at the start. */
export function MovedFrom({ path, title }: { readonly path: string; readonly title?: string }) {
  return (
    <span class="moved-from" title={title ?? path}>
      {rich('change.movedFrom', {
        path: (
          <span class="cut-start">
            <bdi dir="ltr">{path}</bdi>
          </span>
        ),
      })}
    </span>
  );
}
