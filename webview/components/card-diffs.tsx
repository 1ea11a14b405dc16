import { useState } from 'preact/hooks';
import type { CallItem } from '../../src/core/contracts/panel';
import { formatCount } from '../format';
import { DiffView } from './card-diff';
import { Icon } from './icon';

/** The rest is folded, as for a folder that was deleted; a fold that hides one file saves nothing. */
const shownFirst = 3;
/** With each click. */
const moreAtOnce = 50;

/** What the call did to files, one after another. */
export function CardDiffs({ item: { id, title, diffs } }: { readonly item: CallItem }) {
  const [most, setMost] = useState(shownFirst);
  const shown = diffs.length - most <= 1 ? diffs : diffs.slice(0, most);
  const rest = diffs.length - shown.length;
  const next = Math.min(rest, moreAtOnce);
  return (
    <>
      {shown.map((diff, index) => (
        <DiffView
          key={`${diff.path} ${index}`}
          itemId={id}
          index={index}
          diff={diff}
          title={title}
        />
      ))}
      {rest > 0 && (
        <button
          type="button"
          class="fold more-files"
          aria-expanded={false}
          onClick={() => setMost(most + moreAtOnce)}
        >
          <Icon name="chevron-right" /> Show {formatCount(next, 'more file')}
          {next < rest && ` of ${rest}`}
        </button>
      )}
    </>
  );
}
