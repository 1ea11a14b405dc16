import type { CardFilter } from '../../src/core/contracts/panel';
import { Icon } from './icon';

const sureness: Readonly<Record<CardFilter['confidence'], string>> = {
  full: 'The rules know this kind of output.',
  partial: 'The rules are not sure of this output: more may be left out than should be.',
  fallback: 'The output is not what the rules expect, so they left out only what is empty.',
};

/** What filters left out, in one line (003 Inline Filter Stats); a word more where they are unsure. */
export function FilterLine({ filter }: { readonly filter: CardFilter }) {
  const { line = '', rules, confidence } = filter;
  if (line === '') return null;
  const about = `${sureness[confidence]} By: ${rules.join(', ')}`;
  return (
    <div
      class="card-note"
      role="img"
      title={about}
      aria-label={`${line.replace('->', 'became').replace('%', ' percent')}. ${about}`}
    >
      <Icon name="filter" />
      <span>{line}</span>
      {confidence !== 'full' && <span class="tag">{confidence}</span>}
    </div>
  );
}
