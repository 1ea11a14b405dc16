import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { isRunning } from '../text/announce';
import type { PanelState, QueuedItem, UsageItem } from '../../src/core/contracts/panel/state';
import { t } from '../l10n/l10n';
import { usePage } from '../state/page-context';
import { AddContext, DraftAttachments } from './attachments';
import { useMenu } from '../base/focus';
import { Button, Icon, IconButton } from '../base/buttons';
import { MessageInput, useDraft, useRecall } from './message-input';
import { SuggestionList, useSuggestions } from './suggestions';
import { useImages } from './images';
import { cutLine } from '../text/format';
import { nearlyFull, usageText } from '../text/usage';

/** The input with its context, Send or Stop, the model and what the chat has used. */
export function Composer({ state }: { readonly state: PanelState }) {
  const { store, post } = usePage();
  const input = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(input);
  const recall = useRecall(input, draft.replace);
  const suggesting = useSuggestions(input, draft.replace);
  const images = useImages();
  const running = isRunning(state);

  const send = () => {
    const isEmpty = (input.current?.value ?? '').trim() === '';
    if (isEmpty && (store.state.peek() ?? state).attachments.length === 0) return;
    const message = draft.take();
    recall.reset();
    suggesting.close();
    images.forgive();
    post({ type: 'send', ...message });
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
      {state.wantsModel && state.model === '' && <NeedModel />}
      <Queue messages={state.queued} />
      <div class={`composer-box ${images.isOver ? 'is-over' : ''}`} {...images.handlers}>
        <SuggestionList suggesting={suggesting} />
        <DraftAttachments items={state.attachments} />
        <MessageInput
          input={input}
          suggesting={suggesting}
          running={running}
          edited={draft.edited}
          onKeyDown={onKeyDown}
        />
        <ImageWarning state={state} />
        <Refusals texts={images.refusals} close={images.forgive} />
        <div class="composer-row">
          <AddContext addImages={images.add} />
          <ComposerHelp />
          {running && <StopButton />}
          <button
            type="button"
            class="icon-button send"
            title={t(running ? 'composer.queue' : 'composer.send')}
            aria-label={t(running ? 'composer.queueName' : 'composer.sendName')}
            onClick={send}
          >
            <Icon name={running ? 'add' : 'send'} />
          </button>
        </div>
      </div>
      <ComposerFoot state={state} />
    </footer>
  );
}

function ComposerFoot({ state }: { readonly state: PanelState }) {
  return (
    <div class="composer-foot">
      <ModelButton state={state} />
      <PermissionButton level={state.permission} />
      {!state.replay && <UsageMeter usage={state.usage} />}
    </div>
  );
}

/** After a message that no model could answer; the message is still in the input. */
function NeedModel() {
  const { post } = usePage();
  return (
    <div class="need-model" role="status">
      <Icon name="sparkle" />
      <span>{t('composer.needModel')}</span>
      <Button text={t('model.get')} primary onClick={() => post({ type: 'getModel' })} />
    </div>
  );
}

/** Before a message is sent whose images the chosen model does not see. */
function ImageWarning({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  const hasImage = state.attachments.some(({ kind }) => kind === 'image');
  const isNeeded = hasImage && state.takesImages === false;
  return (
    <div role="status">
      {isNeeded && (
        <div class="refusals">
          <Icon name="warning" />
          <span class="refusal-texts">{t('composer.noImages', { model: state.model })}</span>
          <Button text={t('model.chooseOther')} small onClick={() => post({ type: 'pickModel' })} />
        </div>
      )}
    </div>
  );
}

function StopButton() {
  const { post } = usePage();
  return (
    <button
      type="button"
      class="button stop"
      title={t('composer.stopHint')}
      onClick={() => post({ type: 'stop' })}
    >
      <Icon name="debug-stop" /> {t('composer.stop')}
    </button>
  );
}

/** Longer messages are cut by the page anyway; a very long line only costs time. */
const maxText = 300;

/** Messages that wait for the turn to end; each can be changed, sent at once, or removed. */
function Queue({ messages }: { readonly messages: readonly QueuedItem[] }) {
  const { store, post } = usePage();
  const list = useRef<HTMLUListElement>(null);
  if (messages.length === 0) return null;

  const leave = (type: 'unqueue' | 'sendNow', queuedId: string) => {
    store.focusInput();
    post({ type, queuedId });
  };
  const drop = (queuedId: string, index: number) => {
    // The next message moves up under the focus; behind the last there is none.
    const buttons = list.current?.children[index - 1]?.querySelectorAll('button');
    if (index === messages.length - 1) {
      if (buttons) buttons[buttons.length - 1]?.focus();
      else store.focusInput();
    }
    post({ type: 'dropQueued', queuedId });
  };
  return (
    <ul class="queue" ref={list} aria-label={t('queue.list')}>
      {messages.map(({ queuedId, text: whole }, index) => {
        const text = cutLine(whole, maxText);
        return (
          <li key={index}>
            <span class="tag">{t('queue.tag')}</span>
            <span class="queued-text" title={text}>
              {text}
            </span>
            <IconButton
              icon="edit"
              label={t('queue.edit')}
              name={t('queue.editName', { text })}
              onClick={() => leave('unqueue', queuedId)}
            />
            <IconButton
              icon="send"
              label={t('queue.sendNow')}
              name={t('queue.sendNowName', { text })}
              onClick={() => leave('sendNow', queuedId)}
            />
            <IconButton
              icon="close"
              label={t('queue.remove')}
              name={t('queue.removeName', { text })}
              onClick={() => drop(queuedId, index)}
            />
          </li>
        );
      })}
    </ul>
  );
}

function ModelButton({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  const model = state.model === '' ? t('model.choose') : state.model;
  return (
    <button
      type="button"
      class="model"
      title={t('model.hint', { model })}
      aria-label={t('model.name', { model })}
      onClick={() => post({ type: 'pickModel' })}
    >
      <Icon name={state.replay ? 'debug-rerun' : 'sparkle'} />
      <span class="model-name">{model}</span>
      <Icon name="chevron-down" />
    </button>
  );
}

const permissionIcons = { ask: 'question', rules: 'checklist', edits: 'edit' } as const;

/** What asks in this chat; VS Code shows the choice. */
function PermissionButton({ level }: { readonly level: PanelState['permission'] }) {
  const { post } = usePage();
  const name = t(`permission.${level}`);
  return (
    <button
      type="button"
      class="model permission"
      title={t('permission.title', { level: name })}
      aria-label={t('permission.change', { level: name })}
      aria-haspopup="dialog"
      onClick={() => post({ type: 'pickPermission' })}
    >
      <Icon name={permissionIcons[level]} />
      <span class="model-name">{name}</span>
      <Icon name="chevron-down" />
    </button>
  );
}

/** Context usage and cost of the chat. */
function UsageMeter({ usage }: { readonly usage: UsageItem | undefined }) {
  if (usage === undefined) return null;
  const { usedTokens, contextTokens } = usage;
  const { short, long, cost, percent, isNearlyFull } = usageText(usage);
  return (
    <div class={`usage ${isNearlyFull ? 'usage-full' : ''}`} title={long}>
      {isNearlyFull && <Icon name="warning" />}
      {percent !== undefined && (
        <meter
          min={0}
          max={contextTokens}
          high={contextTokens * nearlyFull}
          value={usedTokens}
          aria-label={t('usage.label')}
          aria-valuetext={t(isNearlyFull ? 'usage.spokenFull' : 'usage.spoken', {
            tokens: short,
            percent,
          })}
        />
      )}
      <span class="usage-tokens">{short}</span>
      {cost !== undefined && <span class="usage-cost">{cost}</span>}
    </div>
  );
}

/** The reason something was not added to the draft. */
function Refusals(props: { readonly texts: readonly string[]; readonly close: () => void }) {
  if (props.texts.length === 0) return null;
  return (
    <div class="refusals" role="alert">
      <Icon name="warning" />
      <span class="refusal-texts">
        {props.texts.map((text, index) => (
          <span key={index}>{text}</span>
        ))}
      </span>
      <IconButton icon="close" label={t('composer.dismiss')} onClick={props.close} />
    </div>
  );
}

const forms = [
  { form: '@', what: t('help.context') },
  { form: '/', what: t('help.commands') },
  { form: '!npm test', what: t('help.run') },
  { form: '/tool grep {"pattern":"TODO"}', what: t('help.tool') },
] as const;

/** What can be typed; a click puts it into the input. */
function ComposerHelp() {
  const { store } = usePage();
  const { isOpen, container, close, onKeyDown, toggle } = useMenu();
  const take = (form: string) => {
    close();
    store.insert(form);
  };
  return (
    <div class="composer-help" ref={container} onKeyDown={onKeyDown}>
      <IconButton icon="question" label={t('help.label')} menu={isOpen} onClick={toggle} />
      {isOpen && (
        <div class="menu" role="menu" aria-label={t('help.label')}>
          {forms.map(({ form, what }) => (
            <button
              key={form}
              type="button"
              class="menu-entry"
              role="menuitem"
              tabIndex={-1}
              onClick={() => take(form)}
            >
              <span class="suggestion-text">
                <code>{form}</code>
                <span class="suggestion-detail">{what}</span>
              </span>
            </button>
          ))}
          <p class="hint menu-note">{t('help.keys')}</p>
        </div>
      )}
    </div>
  );
}
