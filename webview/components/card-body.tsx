import type { CallItem } from '../../src/core/contracts/panel';
import { formatCount } from '../format';
import { isInterrupted } from '../tool-look';
import { CardArguments } from './card-arguments';
import { CardButtons } from './card-buttons';
import { CardDiffs } from './card-diffs';
import { CardLocations } from './card-locations';
import { CardOutput } from './card-output';
import { CardTail } from './card-tail';
import { DecisionDetails } from './card-why';
import { Icon } from './icon';
import { InlineCode } from './prose';

export function CardBody({ item }: { readonly item: CallItem }) {
  const isCutShort = isInterrupted(item);
  return (
    <div class={item.undo === 'undone' ? 'card-body is-undone' : 'card-body'}>
      {item.failure && (
        <div class={isCutShort ? 'warning' : 'failure'}>
          <Icon name={isCutShort ? 'debug-disconnect' : 'error'} />
          <span>
            <InlineCode text={item.failure.message} />{' '}
            <code class="code-name">{item.failure.errorCode}</code>
          </span>
        </div>
      )}
      <RolledBack item={item} />
      {item.undo === 'undone' && (
        <div class="taken-back">
          <Icon name="discard" />
          <span>Undone: the files are as they were before this call</span>
        </div>
      )}
      {item.warnings.map((warning) => (
        <div class="warning" key={warning}>
          <Icon name="warning" />{' '}
          <span>
            <InlineCode text={warning} />
          </span>
        </div>
      ))}
      <CardArguments item={item} />
      {item.tail !== '' && <CardTail item={item} />}
      <CardDiffs item={item} />
      {item.text !== '' && item.text !== item.failure?.message && <CardOutput item={item} />}
      <CardLocations item={item} />
      <DecisionDetails item={item} />
      <CardButtons item={item} />
    </div>
  );
}

/** What a rollback did; the files themselves are in the audit log. */
function RolledBack({ item: { rollback } }: { readonly item: CallItem }) {
  if (rollback?.state !== 'done') return null;
  const { restored, removed } = rollback;
  return (
    <div class="taken-back">
      <Icon name="discard" />
      <span>
        Rolled back: {formatCount(restored, 'file')} restored, {removed} removed
      </span>
    </div>
  );
}
