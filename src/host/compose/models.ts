import * as vscode from 'vscode';
import type { ProxySettings } from '../../adapters/http/proxy-route';
import { createLazyHttp } from '../../adapters/http/undici-http';
import { createLazyModels } from '../../adapters/llm/lazy-models';
import { parseReplayFile } from '../../adapters/llm/replay-file';
import { systemClock } from '../../adapters/system/clock';
import { createLazyPart } from '../../adapters/system/lazy-part';
import { systemRandom } from '../../adapters/system/random';
import type { Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/disposable';
import type { ModelRegistry, ModelLists } from '../../core/ports/llm';
import type { Recording } from '../../core/wire/replay/recording';
import { createApiKeys, type ApiKeys } from '../secrets/api-keys';
import { modelOptionsOf } from '../models/chosen-model';
import { readRecording } from '../replay/read-recording';
import { readVscodeProxy } from '../models/proxy-settings';
import type { Log } from '../window/log';
import type { HostSettings } from '../settings/create-settings';

export interface Models {
  readonly llms: ModelRegistry;
  readonly lists: ModelLists;
  readonly apiKeys: ApiKeys;
  readonly http: Disposable;
  /** How VS Code's own settings say that servers are reached. */
  readonly proxy: () => ProxySettings;
}

export interface ModelSources {
  readonly secrets: vscode.SecretStorage;
  readonly settings: HostSettings;
  readonly log: Pick<Log, 'report'>;
}

/** Pause between the words of a replay: quick, and slow enough to follow. */
const replayWordMs = 15;

/** Models by their id. Keys, addresses, proxy and recording come from the user alone. */
export function composeModels({ secrets, settings, log }: ModelSources): Models {
  const onLoadFailed = (error: unknown): void => {
    log.report(error);
  };
  const apiKeys = createApiKeys(secrets);
  const proxy = (): ProxySettings => readVscodeProxy(userHttpSetting);
  const http = createLazyHttp(async () => {
    const { createUndiciHttp } = await import('../../adapters/http/undici-entry');
    return createUndiciHttp({ proxy, environment: () => process.env });
  }, onLoadFailed);
  const vscodeModels = createLazyPart({
    load: () => import('../models/vscode-llm-entry'),
    name: 'The client of VS Code models',
    onLoadFailed,
  });
  const models = createLazyModels(async () => {
    const { createLlms } = await import('../../adapters/llm/llm-entry');
    return createLlms({
      http,
      clock: systemClock,
      random: systemRandom,
      baseUrl: (provider) => settings.get(`${provider}.baseUrl`),
      key: (provider, origin) => apiKeys.get(provider, origin),
      modelOptions: (modelId) => modelOptionsOf(settings, modelId),
      replayFile: () => settings.get('replay.file'),
      readRecording: readAndParse,
      replayWordMs,
      vscodeModel: (id, options, signal) =>
        vscodeModels(({ openRealVscodeModel }) =>
          openRealVscodeModel(id, options, systemClock, signal),
        ),
    });
  }, onLoadFailed);
  return { llms: models, lists: models, apiKeys, http, proxy };
}

/** Only the user's value: a workspace cannot redirect traffic. */
function userHttpSetting(key: string): unknown {
  return vscode.workspace.getConfiguration('http').inspect(key)?.globalValue;
}

/** Parsed here, where zod is: the bundle of the models has none. */
async function readAndParse(file: string): Promise<Result<Recording>> {
  const text = await readRecording(file);
  return text.ok ? parseReplayFile(text.value, file) : text;
}
