import type { BackgroundItem, CallItem } from '../../src/core/contracts/panel/state';
import { cutLine, formatCount } from '../text/format';
import { usePage } from '../state/page-context';
import { Button, Icon } from '../base/buttons';
import { Elapsed } from '../base/elapsed';

/** Longer commands are cut by the page anyway; a very long line only costs time. */
const maxTitle = 300;

/** The commands of this chat that run on in the background, above the input. */
export function BackgroundBar({ commands }: { readonly commands: readonly BackgroundItem[] }) {
  if (commands.length === 0) return null;
  const count = formatCount(commands.length, 'command runs', 'commands run');
  return (
    <section class="background-bar" aria-label={`${count} in the background`}>
      <p class="background-count">
        <Icon name="server-process" /> {count} in the background
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
        text="Show"
        icon="terminal"
        small
        title="Show its terminal"
        name={`Show the terminal of ${title}`}
        onClick={() => post({ type: 'showBackground', commandId })}
      />
      <Button
        text="Stop"
        icon="debug-stop"
        small
        title="Stop it"
        name={`Stop ${title}`}
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
      <Button text="Enter input…" onClick={() => post({ type: 'giveInput', itemId: item.id })} />
    </div>
  );
}

/** Shows that a command waits for input. */
function WaitsForInput() {
  return (
    <span class="waits" title="Waiting for input">
      <Icon name="keyboard" />
      <span class="waits-text">Waiting for input</span>
    </span>
  );
}
