import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { isRunning } from '../announce';
import type { PanelState } from '../../src/core/contracts/panel';
import { usePage } from '../page';
import { useDraft } from './use-draft';
import { useRecall } from './use-recall';
import { Icon } from './icon';
import { Queue } from './queue';

/** The input, the model, and Send or Stop. */
export function Composer({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  const input = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(input);
  const recall = useRecall(input, draft.changed);
  const running = isRunning(state);

  const send = () => {
    const text = input.current?.value ?? '';
    if (text.trim() === '') return;
    draft.clear();
    recall.reset();
    post({ type: 'send', text });
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter and Escape belong to it.
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send();
    }
    if (recall.onKey(event.key)) event.preventDefault();
  };

  return (
    <footer class="composer">
      <Queue messages={state.queued} />
      <div class="composer-box">
        <textarea
          ref={input}
          rows={1}
          class="composer-input"
          dir="auto"
          aria-label="Message"
          placeholder={
            running
              ? 'Add a message; it is sent when the turn ends'
              : 'Ask the agent, or type !command'
          }
          onInput={draft.changed}
          onKeyDown={onKeyDown}
        />
        <div class="composer-row">
          <ModelButton state={state} />
          {running && <StopButton />}
          <button
            type="button"
            class="icon-button send"
            title={running ? 'Queue (Enter)' : 'Send (Enter)'}
            aria-label={running ? 'Queue message' : 'Send message'}
            onClick={send}
          >
            <Icon name={running ? 'add' : 'send'} />
          </button>
        </div>
      </div>
    </footer>
  );
}

function StopButton() {
  const { post } = usePage();
  return (
    <button
      type="button"
      class="button stop"
      title="Stop (Esc)"
      onClick={() => post({ type: 'stop' })}
    >
      <Icon name="debug-stop" /> Stop
    </button>
  );
}

function ModelButton({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  const label = state.model === '' ? 'Pick a model' : state.model;
  return (
    <button
      type="button"
      class="model"
      title={`Model: ${label}`}
      aria-label={`Model: ${label}. Change`}
      onClick={() => post({ type: 'pickModel' })}
    >
      <Icon name={state.replay ? 'debug-rerun' : 'sparkle'} />
      <span class="model-name">{label}</span>
      <Icon name="chevron-down" />
    </button>
  );
}
