import { usePage } from '../page';
import { Button } from './button';
import { Logo } from './gate-mark';
import { Icon } from './icon';

interface Example {
  readonly icon: string;
  readonly text: string;
  readonly hint: string;
}

const withModel: Example = {
  icon: 'comment',
  text: 'Explain what this project does',
  hint: 'ask the agent',
};
const withoutModel: readonly Example[] = [
  { icon: 'terminal', text: '!npm test', hint: 'run a command' },
  { icon: 'tools', text: '/tool grep {"pattern":"TODO"}', hint: 'run any tool' },
];

/** What to do with a new chat, with or without a model. */
export function EmptyState() {
  const { store, post } = usePage();
  const state = store.state.value;
  const hasModel = state !== undefined && state.model !== '';
  return (
    <div class="empty">
      <Logo />
      <h2>{hasModel ? 'What shall we work on?' : 'Welcome to Gatehouse'}</h2>
      <p>
        {hasModel
          ? 'Every tool call passes the gates: your rules decide, you are asked where they say so, and all of it is recorded.'
          : 'Pick a model to chat with an agent. You can run commands and tools without one; your rules hold for both.'}
      </p>
      {!hasModel && (
        <Button
          text="Pick a model"
          icon="sparkle"
          primary
          onClick={() => post({ type: 'pickModel' })}
        />
      )}
      <ul class="examples">
        {[...(hasModel ? [withModel] : []), ...withoutModel].map((example) => (
          <li key={example.text}>
            <button type="button" class="example" onClick={() => store.insert(example.text)}>
              <Icon name={example.icon} />
              <code>{example.text}</code>
              <span class="hint">{example.hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
