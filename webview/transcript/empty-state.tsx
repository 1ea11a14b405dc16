import type { ComponentChildren } from 'preact';
import type { PanelState } from '../../src/core/contracts/panel/state';
import { usePage } from '../state/page-context';
import { Button, Icon } from '../base/buttons';
import { rich, t } from '../l10n/l10n';

/** The next step in a new chat: it depends on trust, on the model and on a recording. */
export function EmptyState() {
  const { store } = usePage();
  const state = store.state.value;
  if (state === undefined) return null;
  if (state.model === '') return <Welcome />;
  if (asksForTrust(state, true)) return <TrustFirst replay={state.replay} />;
  return state.replay ? <StartReplay prompt={state.replayPrompt} /> : <Suggestions />;
}

/** True when the empty chat explains trust, so that the banner does not. */
export function asksForTrust({ model, trusted }: PanelState, isEmpty: boolean): boolean {
  return isEmpty && model !== '' && !trusted;
}

function Frame(props: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <Logo />
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

/** A suggestion: what it does, and a hint on a second line. */
function Choice(props: {
  readonly icon: string;
  readonly text: string;
  readonly hint: string;
  readonly onClick: () => void;
}) {
  return (
    <li>
      <button type="button" class="example" onClick={props.onClick}>
        <Icon name={props.icon} />
        <span class="example-text">
          <span>{props.text}</span>
          <span class="hint">{props.hint}</span>
        </span>
      </button>
    </li>
  );
}

const ways = [
  {
    way: { way: 'vscode' },
    icon: 'github',
    text: 'GitHub Copilot',
    hint: t('model.copilotHint'),
  },
  { way: { way: 'ollama' }, icon: 'server', text: 'Ollama', hint: t('model.ollamaHint') },
  {
    way: {},
    icon: 'key',
    text: t('model.key'),
    hint: t('model.keyHint'),
  },
] as const;

function Welcome() {
  const { post } = usePage();
  return (
    <Frame title={t('welcome.title')}>
      <p>{t('empty.approve')}</p>
      <ul class="examples" aria-label={t('welcome.steps')}>
        <Choice
          icon="play"
          text={t('welcome.demo')}
          hint={t('welcome.demoHint')}
          onClick={() => post({ type: 'command', command: 'tryDemo' })}
        />
      </ul>
      <h3>{t('model.get')}</h3>
      <ul class="examples" aria-label={t('model.get')}>
        {ways.map(({ way, ...each }) => (
          <Choice key={each.text} {...each} onClick={() => post({ type: 'getModel', ...way })} />
        ))}
      </ul>
      <p>{rich('welcome.run', { mark: <code>!</code> })}</p>
    </Frame>
  );
}

function TrustFirst({ replay }: { readonly replay: boolean }) {
  const { post } = usePage();
  return (
    <Frame title={t('trust.title')}>
      <p>{t(replay ? 'trust.replay' : 'trust.agent')}</p>
      <p>{t('trust.restricted')}</p>
      <Button
        text={t('card.manageTrust')}
        icon="workspace-trusted"
        primary
        onClick={() => post({ type: 'command', command: 'manageTrust' })}
      />
    </Frame>
  );
}

function StartReplay({ prompt }: { readonly prompt: string }) {
  const { store, post } = usePage();
  const start = () => {
    // The button goes.
    store.focusInput();
    post({ type: 'send', text: prompt });
  };
  return (
    <Frame title={t('replay.title')}>
      <p>{t('replay.asks')}</p>
      {prompt !== '' && (
        <Button text={t('replay.start', { prompt })} icon="play" primary onClick={start} />
      )}
    </Frame>
  );
}

const suggestions = [
  {
    icon: 'comment',
    text: t('try.explain'),
    hint: t('try.explainHint'),
  },
  {
    icon: 'beaker',
    text: t('try.tests'),
    hint: t('try.testsHint'),
  },
  {
    icon: 'git-compare',
    text: t('try.review'),
    hint: t('try.reviewHint'),
  },
] as const;

function Suggestions() {
  const { store } = usePage();
  return (
    <Frame title={t('try.title')}>
      <p>{t('empty.approve')}</p>
      <ul class="examples" aria-label={t('suggest.list')}>
        {suggestions.map((each) => (
          <Choice key={each.text} {...each} onClick={() => store.insert(each.text)} />
        ))}
      </ul>
    </Frame>
  );
}

/** The portcullis of the activity bar, drawn in the text color. */
function Logo() {
  return (
    <svg class="gate-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
        d="M3 21.5V10a9 9 0 0 1 18 0v11.5M8 2v14M12 1v15M16 2v14M3 8.5h18M3 13h18"
      />
      <path fill="currentColor" d="M6.8 16h2.4L8 19.4zM10.8 16h2.4L12 19.4zM14.8 16h2.4L16 19.4z" />
    </svg>
  );
}
