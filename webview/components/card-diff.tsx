import { useMemo, useState } from 'preact/hooks';
import type { CardDiff as Diff } from '../../src/core/contracts/panel';
import { diffRows, type DiffRow, type DiffRows } from '../diff-rows';
import { shortPath, splitPath } from '../format';
import { usePage } from '../page';
import { Button } from './button';
import { Icon } from './icon';

/** Longer changes are folded; a page with more than this many lines would be slow. */
const foldedLines = 40;
const maxLines = 1500;

const signs: Readonly<Record<DiffRow['kind'], string>> = {
  added: '+',
  removed: '−',
  same: ' ',
  gap: '',
};

export function CardDiff(props: {
  readonly itemId: string;
  readonly index: number;
  readonly diff: Diff;
  /** The card's title. */
  readonly title: string;
}) {
  const { post } = usePage();
  const { diff, itemId, index } = props;
  const result = useMemo(() => diffRows(diff), [diff]);
  const { folder, name } = splitPath(shortPath(diff.path, props.title));
  return (
    <section class="diff" aria-label={`Change of ${name}`}>
      <div class="diff-head">
        <span class="path" title={diff.path}>
          <span class="path-name">{name}</span> <span class="path-folder">{folder}</span>
        </span>
        {diff.oldText === null && diff.large !== true && <span class="tag">new</span>}
        {result && <Counts result={result} />}
        <Button
          text="Open diff"
          icon="diff"
          small
          onClick={() => post({ type: 'openDiff', itemId, index })}
        />
      </div>
      {result ? <Rows rows={result.rows} /> : <p class="hint">Too large to show here.</p>}
    </section>
  );
}

function Counts({ result }: { readonly result: DiffRows }) {
  return (
    <span class="counts">
      <span class="count-added">+{result.added}</span>{' '}
      <span class="count-removed">−{result.removed}</span>
    </span>
  );
}

function Rows({ rows }: { readonly rows: readonly DiffRow[] }) {
  const [isOpen, setOpen] = useState(rows.length <= foldedLines);
  if (!isOpen) {
    return (
      <button
        type="button"
        class="fold diff-fold"
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        <Icon name="chevron-right" /> Show {rows.length} lines
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
