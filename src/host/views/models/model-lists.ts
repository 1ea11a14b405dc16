import { httpProviders, type HttpProvider } from '../../../core/contracts/models';
import type { KeyState } from '../../secrets/api-keys';
import { modelOptionsOf } from '../../models/chosen-model';
import { originOf } from '../../models/providers';
import { selectWithin } from '../../models/open-vscode-model';
import type { VscodeChat } from '../../models/vscode-chat';
import { serverAddressOf, type ModelDeps } from './model-deps';
import type { ListSource, PickerFacts, ListState } from './model-items';
import { remoteLabel } from './server-address';
import type { Result } from '../../../core/contracts/failure';
import type { ListedModel } from '../../../core/ports/llm';

export interface ListPicker {
  readonly selectVscode: () => PromiseLike<readonly VscodeChat[]>;
  readonly onChange: () => void;
  /** Aborts when the picker closes: nothing changes any more. */
  readonly signal: AbortSignal;
}

export class ModelSource {
  private readonly servers: ByProvider<ListLoader<ListedModel>>;
  private readonly vscode: ListLoader<VscodeChat>;
  private readonly keys = new Map<HttpProvider, KeyState>();

  constructor(
    private readonly deps: ModelDeps,
    private readonly picker: ListPicker,
  ) {
    const { selectVscode, onChange, signal } = picker;
    this.servers = byProvider(
      (provider) => new ListLoader((stop) => deps.lists.list(provider, stop), onChange, signal),
    );
    const ask = (stop: AbortSignal) => selectWithin(selectVscode, deps.clock, stop);
    this.vscode = new ListLoader(ask, onChange, signal);
  }

  facts(): PickerFacts {
    const { settings, remoteName } = this.deps;
    return {
      current: settings.get('model').trim(),
      servers: byProvider((provider) => this.serverFacts(provider)),
      vscode: this.vscode.state,
      replayFile: settings.get('replay.file'),
      options: (modelId) => modelOptionsOf(settings, modelId),
      place: remoteLabel(remoteName),
    };
  }

  isBusy(): boolean {
    return [this.vscode, ...Object.values(this.servers)].some(
      ({ state }) => state.kind === 'asking',
    );
  }

  async loadAll(): Promise<void> {
    await Promise.all((['vscode', ...httpProviders] as const).map((each) => this.load(each)));
  }

  async load(source: ListSource): Promise<void> {
    const { signal, onChange } = this.picker;
    if (source === 'vscode') this.vscode.load(true);
    else {
      this.keys.set(source, await this.deps.apiKeys.state(source));
      if (signal.aborted) return;
      this.servers[source].load(this.mayAsk(source));
    }
    onChange();
  }

  /** As `load`, and settles with the new list. */
  async ask(source: ListSource): Promise<ListState<unknown>> {
    await this.load(source);
    const loader = source === 'vscode' ? this.vscode : this.servers[source];
    await loader.loaded;
    return loader.state;
  }

  /** Anthropic's own API requires a key; other servers may not. */
  private mayAsk(provider: HttpProvider): boolean {
    const origin = originOf(serverAddressOf(this.deps, provider));
    if (origin === undefined) return false;
    const isKeyed = provider !== 'anthropic' || this.keys.get(provider)?.kind !== 'none';
    return isKeyed || origin !== 'https://api.anthropic.com';
  }

  private serverFacts(provider: HttpProvider) {
    return {
      address: serverAddressOf(this.deps, provider),
      key: this.keys.get(provider) ?? ({ kind: 'none' } as const),
      added: provider === 'ollama' ? [] : this.deps.settings.get(`${provider}.models`),
      list: this.servers[provider].state,
    };
  }
}

type ByProvider<T> = Readonly<Record<HttpProvider, T>>;

function byProvider<T>(make: (provider: HttpProvider) => T): ByProvider<T> {
  return { openai: make('openai'), anthropic: make('anthropic'), ollama: make('ollama') };
}

class ListLoader<T> {
  state: ListState<T> = { kind: 'off' };
  /** Settles with the newest request. */
  loaded: Promise<void> = Promise.resolve();
  private asked = 0;

  constructor(
    private readonly ask: (signal: AbortSignal) => Promise<Result<readonly T[]>>,
    private readonly onChange: () => void,
    private readonly signal: AbortSignal,
  ) {}

  /** Requests again, or for the first time; without `mayAsk` the list is off. */
  load(mayAsk: boolean): void {
    this.asked += 1;
    this.state = mayAsk ? { kind: 'asking' } : { kind: 'off' };
    if (mayAsk) this.loaded = this.begin();
  }

  private async begin(): Promise<void> {
    this.asked += 1;
    const own = this.asked;
    const answer = await this.ask(this.signal);
    // Ignored after a later request, or after the picker has closed.
    if (own !== this.asked || this.signal.aborted) return;
    this.state = answer.ok
      ? { kind: 'here', models: answer.value }
      : { kind: 'failed', failure: answer.failure };
    this.onChange();
  }
}
