import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { isRunning } from '../announce';
import type { PanelState } from '../../src/core/contracts/panel';
import { usePage } from '../page';
import { AddContext } from './add-context';
import { DraftAttachments } from './attachments';
import { Icon } from './icon';
import { MessageInput } from './message-input';
import { ModelButton } from './model-button';
import { Queue } from './queue';
import { Refusals } from './refusals';
import { SuggestionList } from './suggestion-list';
import { UsageMeter } from './usage-meter';
import { useDraft } from './use-draft';
import { useImages } from './use-images';
import { useRecall } from './use-recall';
import { useSuggestions } from './use-suggestions';

/** The input with its context, Send or Stop, the model and what the chat has used. */
export function Composer({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  const input = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(input);
  const recall = useRecall(input, draft.changed);
  const suggesting = useSuggestions(input, draft.replace);
  const images = useImages();
  const running = isRunning(state);

  const send = () => {
    const text = input.current?.value ?? '';
    if (text.trim() === '' && state.attachments.length === 0) return;
    draft.clear();
    recall.reset();
    suggesting.close();
    images.forgive();
    post({ type: 'send', text });
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, all keys belong to it.
    if (event.isComposing) return;
    if (suggesting.onKey(event)) event.preventDefault();
    else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send();
    } else if (recall.onKey(event.key)) event.preventDefault();
  };

  return (
    <footer class="composer">
      <Queue messages={state.queued} />
      <div class={`composer-box ${images.isOver ? 'is-over' : ''}`} {...images.handlers}>
        <SuggestionList suggesting={suggesting} />
        <DraftAttachments items={state.attachments} />
        <MessageInput
          input={input}
          suggesting={suggesting}
          running={running}
          changed={draft.changed}
          onKeyDown={onKeyDown}
        />
        <Refusals texts={images.refusals} close={images.forgive} />
        <div class="composer-row">
          <AddContext addImages={images.add} />
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
      <div class="composer-foot">
        <ModelButton state={state} />
        <UsageMeter usage={state.usage} />
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
