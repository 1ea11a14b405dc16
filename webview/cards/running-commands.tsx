import type { BackgroundItem, CallItem, InputQuestion } from '../../src/core/contracts/panel/state';
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
      {command.waitsForInput && (
        <InputRequest itemId={command.itemId} title={title} input={command.input} />
      )}
    </li>
  );
}

/** On the card of a command that waits for input. */
export function CardInput({ item }: { readonly item: CallItem }) {
  if (item.waitsForInput !== true) return null;
  return <InputRequest itemId={item.id} title={item.title} input={item.input} />;
}

interface InputRequestProps {
  readonly itemId: string;
  readonly title: string;
  readonly input: InputQuestion | undefined;
}

/** What a command that waits for input has asked, with a button to reply; the host asks for the text. */
function InputRequest({ itemId, title, input = {} }: InputRequestProps) {
  const { post } = usePage();
  const { line, question } = input;
  return (
    <div class="input-request">
      <span class="waits">
        <Icon name="keyboard" /> {t('call.waitsForInput')}
      </span>
      {line !== undefined && <output class="input-line">{line}</output>}
      {question !== undefined && <strong class="input-question">{question}</strong>}
      <Button
        text={t('input.reply')}
        name={t('input.replyTo', { title: cutLine(title, maxTitle) })}
        onClick={() => post({ type: 'giveInput', itemId })}
      />
    </div>
  );
}
