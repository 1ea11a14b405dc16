import type { ComponentChildren } from 'preact';
import type { PanelState } from '../../src/core/contracts/panel/state';
import { usePage } from '../state/page-context';
import { Button, Icon } from '../base/buttons';

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
    hint: 'Models that VS Code offers',
  },
  { way: { way: 'ollama' }, icon: 'server', text: 'Ollama', hint: 'Free models on this machine' },
  {
    way: {},
    icon: 'key',
    text: 'API key or server',
    hint: 'Anthropic, OpenAI, OpenRouter or your own',
  },
] as const;

function Welcome() {
  const { post } = usePage();
  return (
    <Frame title="Welcome to Gatehouse">
      <p>You approve what the agent does. Rules can skip the question; everything is logged.</p>
      <ul class="examples" aria-label="First steps">
        <Choice
          icon="play"
          text="Try the demo"
          hint="Opens a sample project. No model or key needed."
          onClick={() => post({ type: 'command', command: 'tryDemo' })}
        />
      </ul>
      <h3>Get a model</h3>
      <ul class="examples" aria-label="Get a model">
        {ways.map(({ way, ...each }) => (
          <Choice key={each.text} {...each} onClick={() => post({ type: 'getModel', ...way })} />
        ))}
      </ul>
      <p>
        No model yet? You can still run commands with <code>!</code>.
      </p>
    </Frame>
  );
}

function TrustFirst({ replay }: { readonly replay: boolean }) {
  const { post } = usePage();
  return (
    <Frame title="Trust this folder to continue">
      <p>
        {replay
          ? 'The recorded agent runs the tests and edits one file of this folder. You approve each step.'
          : 'In a trusted folder the agent can read files, and change files and run commands after you approve.'}
      </p>
      <p>In Restricted Mode no tool runs. Nothing starts when you trust the folder.</p>
      <Button
        text="Manage Trust"
        icon="workspace-trusted"
        primary
        onClick={() => post({ type: 'command', command: 'manageTrust' })}
      />
    </Frame>
  );
}

function StartReplay({ prompt }: { readonly prompt: string }) {
  const { post } = usePage();
  return (
    <Frame title="Watch an agent at work">
      <p>It asks before it runs a command or changes a file. You can undo every change.</p>
      {prompt !== '' && (
        <Button
          text={`${prompt} (recorded demo)`}
          icon="play"
          primary
          onClick={() => post({ type: 'send', text: prompt })}
        />
      )}
    </Frame>
  );
}

const suggestions = [
  {
    icon: 'comment',
    text: 'Explain this project',
    hint: 'What it does and how it is organized',
  },
  {
    icon: 'beaker',
    text: 'Run the tests',
    hint: 'Finds the command and sums up the failures',
  },
  {
    icon: 'git-compare',
    text: 'Review my uncommitted changes',
    hint: 'Reads the diff and points out problems',
  },
] as const;

function Suggestions() {
  const { store } = usePage();
  return (
    <Frame title="What would you like to work on?">
      <p>You approve what the agent does. Rules can skip the question; everything is logged.</p>
      <ul class="examples" aria-label="Suggestions">
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
