import type { BackgroundItem, CallItem } from '../../src/core/contracts/panel/state';
import { t } from '../l10n/l10n';
import { cutLine } from '../text/format';
import { usePage } from '../state/page-context';
import { Button, Icon } from '../base/buttons';
import { Elapsed } from '../base/elapsed';

/** Longer commands are cut by the page anyway; a very long line only costs time. */
const maxTitle = 300;

/** The commands of this chat that run on in the background, above the input. */
export function BackgroundBar({ commands }: { readonly commands: readonly BackgroundItem[] }) {
  if (commands.length === 0) return null;
  const count = t('background.count', { count: commands.length });
  return (
    <section class="background-bar" aria-label={count}>
      <p class="background-count">
        <Icon name="server-process" /> {count}
      </p>
      <ul>
        {commands.map((command) => (
          <BackgroundLine key={command.commandId} command={command} />
        ))}
      </ul>
    </section>
  );
}

function BackgroundLine({ command }: { readonly command: BackgroundItem }) {
  const { post } = usePage();
  const { commandId } = command;
  const title = cutLine(command.title, maxTitle);
  return (
    <li>
      <span class="background-title" title={title}>
        {title}
      </span>
      {command.waitsForInput && <WaitsForInput />}
      <Elapsed since={command.startedAt} />
      <Button
        text={t('background.show')}
        icon="terminal"
        small
        title={t('background.showHint')}
        name={t('background.showOf', { title })}
        onClick={() => post({ type: 'showBackground', commandId })}
      />
      <Button
        text={t('background.stop')}
        icon="debug-stop"
        small
        title={t('background.stopHint')}
        name={t('background.stopOf', { title })}
        onClick={() => post({ type: 'stopBackground', commandId })}
      />
    </li>
  );
}

/** Shows a command that waits for input, with a button to send it; the host asks for the text. */
export function CardInput({ item }: { readonly item: CallItem }) {
  const { post } = usePage();
  if (item.waitsForInput !== true) return null;
  return (
    <div class="card-input">
      <WaitsForInput />
      <Button
        text={t('background.input')}
        onClick={() => post({ type: 'giveInput', itemId: item.id })}
      />
    </div>
  );
}

/** Shows that a command waits for input. */
function WaitsForInput() {
  return (
    <span class="waits" title={t('call.waitsForInput')}>
      <Icon name="keyboard" />
      <span class="waits-text">{t('call.waitsForInput')}</span>
    </span>
  );
}
