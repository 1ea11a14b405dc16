import type { CallItem } from '../../src/core/contracts/panel';
import { commandOf } from '../arguments';
import { usePage } from '../page';
import { CopyButton } from './copy-button';
import { Icon } from './icon';

export function CardButtons({ item }: { readonly item: CallItem }) {
  const { post } = usePage();
  const command = commandOf(item.argsJson);
  const output = item.text || item.tail;
  const isCut = item.textCut || item.overflowId !== undefined;
  return (
    <div class="card-buttons">
      {command !== undefined && <CopyButton text={command} label="Copy command" />}
      {output !== '' && <CopyButton text={output} label="Copy output" />}
      {item.terminalId !== undefined && (
        <button
          type="button"
          class="small-button"
          onClick={() => post({ type: 'showTerminal', itemId: item.id })}
        >
          <Icon name="terminal" /> Show terminal
        </button>
      )}
      {output !== '' && (
        <button
          type="button"
          class="small-button"
          onClick={() => post({ type: 'openOutput', itemId: item.id })}
        >
          <Icon name="go-to-file" /> {isCut ? 'Open full output' : 'Open output'}
        </button>
      )}
      {item.rollback?.state === 'offered' && (
        <button
          type="button"
          class="small-button"
          title="Restores the files that this command changed, and removes those it created"
          onClick={() => post({ type: 'rollBack', itemId: item.id })}
        >
          <Icon name="discard" /> Roll back this command
        </button>
      )}
    </div>
  );
}
