import { filterLine } from '../../core/base/filter-line';
import { readString } from '../../core/base/json-read';
import type { ToolCall, ToolCallUpdate } from '../../core/contracts/acp';
import type { CallItem, CardFilter } from '../../core/contracts/panel';
import type { CallMeta } from './card-meta';
import { cutMiddle, maxFullText } from './card-text';

/** What a card says of a text that is not the whole output (003 Inline Filter Stats). */
export function filterOf({ filter, repeats }: CallMeta): Pick<CallItem, 'filter' | 'repeats'> {
  return {
    ...(filter === undefined ? {} : { filter: cardFilter(filter) }),
    ...(repeats === undefined ? {} : { repeats }),
  };
}

function cardFilter({
  rawLines,
  filteredLines,
  ...filter
}: NonNullable<CallMeta['filter']>): CardFilter {
  const line = filterLine(rawLines, filteredLines);
  return line === undefined ? filter : { ...filter, line };
}

/** The text before filters, where an update brings one that they have shortened. */
export function rawTextOf(
  { rawOutput }: ToolCall | ToolCallUpdate,
  { filter }: CallMeta,
): { readonly rawText?: string } {
  const raw = filter && readString(rawOutput, 'summary');
  return raw ? { rawText: cutMiddle(raw, maxFullText) } : {};
}
