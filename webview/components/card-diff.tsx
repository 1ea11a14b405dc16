import { useMemo, useState } from 'preact/hooks';
import type { CardDiff as Diff } from '../../src/core/contracts/panel';
import { diffRows, type DiffRow } from '../diff-rows';
import { DiffHead, diffName } from './diff-head';
import { Icon } from './icon';

/** Longer changes are folded; a page with more than this many lines would be slow. */
const foldedLines = 40;
/** What is gone needs less of a look. */
const foldedDeleted = 8;
const maxLines = 1500;

const signs: Readonly<Record<DiffRow['kind'], string>> = {
  added: '+',
  removed: '−',
  same: ' ',
  gap: '',
};

export function DiffView(props: {
  readonly itemId: string;
  readonly index: number;
  readonly diff: Diff;
  /** The card's title. */
  readonly title: string;
}) {
  const { diff } = props;
  const result = useMemo(() => diffRows(diff), [diff]);
  const isDeleted = diff.change === 'deleted';
  return (
    <section class="diff" aria-label={`Change of ${diffName(props)}`}>
      <DiffHead {...props} result={result} />
      {result === undefined && <p class="hint">Too large to show here.</p>}
      {result && result.rows.length > 0 && <Rows rows={result.rows} isDeleted={isDeleted} />}
    </section>
  );
}

function Rows(props: { readonly rows: readonly DiffRow[]; readonly isDeleted: boolean }) {
  const { rows, isDeleted } = props;
  const [isOpen, setOpen] = useState(rows.length <= (isDeleted ? foldedDeleted : foldedLines));
  if (!isOpen) {
    return (
      <button
        type="button"
        class="fold diff-fold"
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        <Icon name="chevron-right" /> Show {rows.length} {isDeleted ? 'removed lines' : 'lines'}
      </button>
    );
  }
  const hidden = rows.length - maxLines;
  return (
    <div class="diff-rows" tabIndex={0} role="group" aria-label="Changed lines">
      <table>
        <tbody>
          {rows.slice(0, maxLines).map((row, index) => (
            <Row key={index} row={row} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p class="hint">{hidden} more lines: open the diff.</p>}
    </div>
  );
}

function Row({ row }: { readonly row: DiffRow }) {
  if (row.kind === 'gap') {
    return (
      <tr class="row-gap">
        <td colSpan={4}>⋯ {row.text}</td>
      </tr>
    );
  }
  return (
    <tr class={`row-${row.kind}`}>
      <td class="line-number">{row.before}</td>
      <td class="line-number">{row.after}</td>
      <td class="sign">{signs[row.kind]}</td>
      <td class="line-text">{row.text}</td>
    </tr>
  );
}
