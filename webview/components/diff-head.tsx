import type { CardDiff } from '../../src/core/contracts/panel';
import { shownEnd } from '../changes';
import type { DiffRows } from '../diff-rows';
import { shortMove, shortPath, shownText, splitPath } from '../format';
import { usePage } from '../page';
import { Button } from './button';
import { LineCountBadge } from './line-counts';
import { MovedFrom } from './moved-from';

/** Longer names are cut by the page anyway; a very long one only costs time. */
const maxName = 200;
const maxTitle = 1000;

interface Named {
  readonly diff: CardDiff;
  /** The card's title. */
  readonly title: string;
}

/** Which file, what happened to it, by how many lines, and the way to VS Code's own diff. */
export function DiffHead(
  props: Named & {
    readonly itemId: string;
    readonly index: number;
    /** Undefined when the change is too large for a card. */
    readonly result: DiffRows | undefined;
  },
) {
  const { diff, itemId, index, result } = props;
  const { post } = usePage();
  // Of a file that was only moved, both paths are all there is to see.
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
          text="Open diff"
          icon="diff"
          small
          name={`Open diff of ${diffName(props)}`}
          title="Open diff"
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

export function diffName(named: Named): string {
  return shownText(splitPath(pathOf(named)).name, maxName);
}

/** As the card names it; of a file that was moved, as much as tells both places apart. */
function pathOf({ diff, title }: Named): string {
  return diff.from === undefined
    ? shortPath(diff.path, title)
    : shortMove(diff.from, diff.path, title)[1];
}

function tagOf({ change, from, oldText, large }: CardDiff): string | undefined {
  if (change === 'moved' && from !== undefined) return undefined;
  if (change !== undefined) return change;
  return oldText === null && large !== true ? 'new' : undefined;
}
