import { useState } from 'preact/hooks';
import type { CallItem } from '../../src/core/contracts/panel';
import { isInterrupted } from '../tool-look';
import { ApprovalBlock } from './card-approval';
import { CardBody } from './card-body';
import { CardHead } from './card-head';
import { CardInput } from './card-input';
import { FilterLine } from './filter-line';
import { RepeatedCall } from './repeated-call';

/** One card per tool call: a line, and its details when there is something to look at. */
export function CallCard({ item }: { readonly item: CallItem }) {
  const [choice, setChoice] = useState<boolean | undefined>(undefined);
  const isOpen = choice ?? opensByItself(item);
  return (
    <article class={`entry card card-${item.status}`} aria-label={`${item.tool} ${item.title}`}>
      <CardHead item={item} isOpen={isOpen} toggle={() => setChoice(!isOpen)} />
      {item.filter && <FilterLine filter={item.filter} />}
      {item.repeats !== undefined && <RepeatedCall itemId={item.id} />}
      {item.approval && <ApprovalBlock item={item} approval={item.approval} />}
      <CardInput item={item} />
      {isOpen && <CardBody item={item} />}
    </article>
  );
}

/** Open while output comes, on failure, when it was cut short, and for changes of files. */
function opensByItself(item: CallItem): boolean {
  if (item.status === 'failed' || isInterrupted(item)) return true;
  if (item.status === 'asking') return item.diffs.length > 0;
  if (item.status === 'running') return item.tail !== '';
  return item.diffs.length > 0 || (item.status === 'cancelled' && item.tail !== '');
}
