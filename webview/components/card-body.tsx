import type { CallItem } from '../../src/core/contracts/panel';
import { formatCount } from '../format';
import { CardArguments } from './card-arguments';
import { CardButtons } from './card-buttons';
import { CardDiff } from './card-diff';
import { CardLocations } from './card-locations';
import { CardTail } from './card-tail';
import { CardWhy } from './card-why';
import { Icon } from './icon';
import { Prose } from './prose';

export function CardBody({ item }: { readonly item: CallItem }) {
  return (
    <div class="card-body">
      {item.failure && (
        <div class="failure">
          <Icon name="error" />
          <span>
            <Prose text={item.failure.message} />{' '}
            <code class="code-name">{item.failure.errorCode}</code>
          </span>
        </div>
      )}
      <RolledBack item={item} />
      {item.warnings.map((warning) => (
        <div class="warning" key={warning}>
          <Icon name="warning" />{' '}
          <span>
            <Prose text={warning} />
          </span>
        </div>
      ))}
      <CardArguments item={item} />
      {item.tail !== '' && <CardTail item={item} />}
      {item.diffs.map((diff, index) => (
        <CardDiff
          key={`${diff.path} ${index}`}
          itemId={item.id}
          index={index}
          diff={diff}
          title={item.title}
        />
      ))}
      {item.text !== '' && <ResultText item={item} />}
      <CardLocations item={item} />
      <CardWhy item={item} />
      <CardButtons item={item} />
    </div>
  );
}

/** What a rollback did; the files themselves are in the audit log. */
function RolledBack({ item: { rollback } }: { readonly item: CallItem }) {
  if (rollback?.state !== 'done') return null;
  const { restored, removed } = rollback;
  return (
    <div class="rolled-back">
      <Icon name="discard" />
      <span>
        Rolled back: {formatCount(restored, 'file')} restored, {removed} removed
      </span>
    </div>
  );
}

/** Beside a diff the result only repeats it, so it is folded. */
function ResultText({ item }: { readonly item: CallItem }) {
  const text = (
    <pre class="output" tabIndex={0} aria-label="Result">
      {item.text}
    </pre>
  );
  if (item.diffs.length === 0) return text;
  return (
    <details class="section">
      <summary>Result</summary>
      {text}
    </details>
  );
}
