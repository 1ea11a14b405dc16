import { useRef } from 'preact/hooks';
import type { CallItem } from '../../src/core/contracts/panel';
import { commandOf } from '../arguments';
import { usePage } from '../page';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { useFocusHandover } from './use-held-focus';
import { useOnce } from './use-once';

export function CardButtons({ item }: { readonly item: CallItem }) {
  const { post } = usePage();
  const undo = useOnce();
  const buttons = useRef<HTMLDivElement>(null);
  useFocusHandover(buttons, () => {
    const next = buttons.current?.querySelector('button');
    (next ?? buttons.current?.closest('.card')?.querySelector('button'))?.focus();
  });
  const command = commandOf(item.argsJson);
  const output = item.raw || item.text || item.tail;
  const isCut = item.textCut || item.overflowId !== undefined;
  return (
    <div class="card-buttons" ref={buttons}>
      {command !== undefined && <CopyButton text={command} label="Copy command" />}
      {output !== '' && <CopyButton text={output} label="Copy output" />}
      {item.terminalId !== undefined && (
        <Button
          text="Show terminal"
          icon="terminal"
          small
          onClick={() => post({ type: 'showTerminal', itemId: item.id })}
        />
      )}
      {output !== '' && (
        <Button
          text={isCut ? 'Open full output' : 'Open output'}
          icon="go-to-file"
          small
          onClick={() => post({ type: 'openOutput', itemId: item.id })}
        />
      )}
      {item.rollback?.state === 'offered' && (
        <Button
          text="Roll back this command"
          icon="discard"
          small
          title="Restores the files that this command changed, and removes those it created"
          onClick={() => post({ type: 'rollBack', itemId: item.id })}
        />
      )}
      {item.undo === 'offered' && (
        <Button
          text="Undo this change"
          icon="discard"
          small
          title="Put the files back to what they were before this call"
          isOff={undo.isBusy}
          onClick={undo.once(() => post({ type: 'undoCall', itemId: item.id }))}
        />
      )}
    </div>
  );
}
