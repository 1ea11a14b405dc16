import type { HttpProvider } from '../../../../../src/core/contracts/models';
import type { PickerFacts, ServerFacts } from '../../../../../src/host/views/models/model-items';
import { createFakeVscodeChat } from '../../../fakes/vscode-chat';

type ServerChanges = Partial<Record<HttpProvider, Partial<ServerFacts>>>;
export type Changes = Partial<Omit<PickerFacts, 'servers'>> & { readonly servers?: ServerChanges };

const addresses = {
  openai: 'https://api.example.com/v1',
  anthropic: 'https://api.anthropic.com',
  ollama: 'http://127.0.0.1:11434',
};

/** Every provider has one model, unless changed. */
export function pickerFacts({ servers = {}, ...more }: Changes = {}): PickerFacts {
  const server = (provider: HttpProvider): ServerFacts => ({
    address: addresses[provider],
    key: { kind: 'none' },
    added: [],
    list: { kind: 'here', models: [{ name: `${provider}-model` }] },
    ...servers[provider],
  });
  return {
    current: '',
    servers: {
      openai: server('openai'),
      anthropic: server('anthropic'),
      ollama: server('ollama'),
    },
    vscode: { kind: 'here', models: [createFakeVscodeChat([])] },
    replayFile: '',
    options: () => ({}),
    place: undefined,
    ...more,
  };
}
