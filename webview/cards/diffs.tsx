import { useState, useMemo } from 'preact/hooks';
import { structuredPatch } from 'diff';
import type { CallItem, CardDiff as Diff, CardDiff } from '../../src/core/contracts/panel/state';
import { t } from '../l10n/l10n';
import { shortMove, shortPath, shownText, splitPath, cutLine } from '../text/format';
import { Icon, Button } from '../base/buttons';
import type { Run } from '../code/runs';
import { CodeLine, useHighlightedLines } from '../code/use-lines';
import { shownEnd } from '../text/changes';
import { usePage } from '../state/page-context';
import { LineCountBadge, MovedFrom } from '../base/file-change';

/** The rest is folded, as for a folder that was deleted; a fold that hides one file saves nothing. */
const shownFirst = 3;
/** With each click. */
const moreAtOnce = 50;

/** The file changes of the call. */
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
          onClick={() => setMost((before) => before + moreAtOnce)}
        >
          <Icon name="chevron-right" />{' '}
          {next < rest
            ? t('diff.showSomeFiles', { count: next, rest })
            : t('diff.showFiles', { count: next })}
        </button>
      )}
    </>
  );
}

/** Longer changes are folded; a page with more than this many lines would be slow. */
const foldedLines = 40;
/** Deleted content is shown shorter. */
const foldedDeleted = 8;
const maxLines = 1500;

const signs: Readonly<Record<DiffRow['kind'], string>> = {
  added: '+',
  removed: '−',
  same: ' ',
  gap: '',
};

function DiffView(props: {
  readonly itemId: string;
  readonly index: number;
  readonly diff: Diff;
  /** The card's title. */
  readonly title: string;
}) {
  const { diff } = props;
  const result = useMemo(() => diffRows(diff), [diff]);
  return (
    <section class="diff" aria-label={t('diff.of', { file: diffName(props) })}>
      <DiffHead {...props} result={result} />
      {result === undefined && <p class="hint">{t('diff.tooLarge')}</p>}
      {result && result.rows.length > 0 && <Rows rows={result.rows} diff={diff} />}
    </section>
  );
}

function Rows(props: { readonly rows: readonly DiffRow[]; readonly diff: Diff }) {
  const { rows, diff } = props;
  const isDeleted = diff.change === 'deleted';
  const [isOpen, setOpen] = useState(rows.length <= (isDeleted ? foldedDeleted : foldedLines));
  const before = useHighlightedLines(isOpen ? (diff.oldText ?? '') : '', diff.path);
  const after = useHighlightedLines(isOpen ? diff.newText : '', diff.path);
  const first = diff.startLine ?? 1;
  const runsOf = ({ kind, ...row }: DiffRow) =>
    kind === 'removed' ? before?.[(row.before ?? 0) - first] : after?.[(row.after ?? 0) - first];
  if (!isOpen) {
    return (
      <button
        type="button"
        class="fold diff-fold"
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        <Icon name="chevron-right" />{' '}
        {t(isDeleted ? 'diff.showRemoved' : 'diff.showLines', { count: rows.length })}
      </button>
    );
  }
  const hidden = rows.length - maxLines;
  return (
    <div class="diff-rows" tabIndex={0} role="group" aria-label={t('diff.lines')}>
      <table>
        <tbody>
          {rows.slice(0, maxLines).map((row, index) => (
            <Row key={index} row={row} runs={runsOf(row)} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p class="hint">{t('diff.moreLines', { count: hidden })}</p>}
    </div>
  );
}

function Row({ row, runs }: { readonly row: DiffRow; readonly runs: readonly Run[] | undefined }) {
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
      <td class="line-text">
        <CodeLine text={row.text} runs={runs} />
      </td>
    </tr>
  );
}

/** Longer names are cut by the page anyway; a very long one only costs time. */
const maxName = 200;
const maxTitle = 1000;

interface Named {
  readonly diff: CardDiff;
  /** The card's title. */
  readonly title: string;
}

/** The file, the kind of change, its line counts, and a link to VS Code's diff editor. */
function DiffHead(
  props: Named & {
    readonly itemId: string;
    readonly index: number;
    /** Undefined when the change is too large for a card. */
    readonly result: DiffRows | undefined;
  },
) {
  const { diff, itemId, index, result } = props;
  const { post } = usePage();
  // For a file that was only moved, the two paths are enough.
  const isSame = diff.change === 'moved' && result?.rows.length === 0;
  const tag = tagOf(diff);
  return (
    <div class="diff-head">
      <span class="path" title={shownText(diff.path, maxTitle)}>
        <bdi class="path-name">{diffName(props)}</bdi>{' '}
        <bdi class="path-folder">{shownEnd(splitPath(pathOf(props)).folder)}</bdi>
      </span>
      {tag !== undefined && <span class="tag">{tag}</span>}
      {!isSame && <LineCountBadge counts={result} />}
      {!isSame && (
        <Button
          text={t('diff.open')}
          icon="diff"
          small
          name={t('diff.openOf', { file: diffName(props) })}
          title={t('diff.open')}
          onClick={() => post({ type: 'openDiff', itemId, index })}
        />
      )}
      {diff.from !== undefined && (
        <MovedFrom
          path={shownEnd(shortMove(diff.from, diff.path, props.title)[0])}
          title={shownText(diff.from, maxTitle)}
        />
      )}
    </div>
  );
}

function diffName(named: Named): string {
  return shownText(splitPath(pathOf(named)).name, maxName);
}

/** The path as the card shows it; for a moved file, enough to distinguish both paths. */
function pathOf({ diff, title }: Named): string {
  return diff.from === undefined
    ? shortPath(diff.path, title)
    : shortMove(diff.from, diff.path, title)[1];
}

function tagOf({ change, from, oldText, large }: CardDiff): string | undefined {
  if (change === 'moved' && from !== undefined) return undefined;
  if (change !== undefined) return t(`change.${change}`);
  return oldText === null && large !== true ? t('change.created') : undefined;
}

interface DiffRow {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  /** Line number, before and after. */
  readonly before?: number;
  readonly after?: number;
  readonly text: string;
}

interface DiffRows {
  readonly added: number;
  readonly removed: number;
  readonly rows: readonly DiffRow[];
}

/** Both limits end a comparison that would block the page; the user can open the diff instead. */
const limits = { context: 3, maxEditLength: 5000, timeout: 200 };
const maxLine = 2000;

/** Compares line by line; undefined when the change is too large to be shown on a card. */
export function diffRows(diff: CardDiff): DiffRows | undefined {
  if (diff.large === true) return undefined;
  const patch = structuredPatch('', '', diff.oldText ?? '', diff.newText, '', '', limits);
  if (patch === undefined) return undefined;
  const offset = (diff.startLine ?? 1) - 1;
  const rows = patch.hunks.flatMap((hunk, index) => [
    ...(index > 0 || hunk.oldStart + offset > 1 ? [gapRow(hunk.oldStart + offset)] : []),
    ...hunkRows(hunk.lines, hunk.oldStart + offset, hunk.newStart + offset),
  ]);
  const count = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length;
  return { added: count('added'), removed: count('removed'), rows };
}

function gapRow(line: number): DiffRow {
  return { kind: 'gap', text: t('diff.line', { line: `${line}` }) };
}

function hunkRows(lines: readonly string[], oldStart: number, newStart: number): DiffRow[] {
  let before = oldStart;
  let after = newStart;
  return lines.map((line): DiffRow => {
    const text = cutLine(line.slice(1), maxLine);
    if (line.startsWith('+')) return { kind: 'added', after: after++, text };
    if (line.startsWith('-')) return { kind: 'removed', before: before++, text };
    if (line.startsWith('\\')) return { kind: 'gap', text: t('diff.noNewline') };
    return { kind: 'same', before: before++, after: after++, text };
  });
}
