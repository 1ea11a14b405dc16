import * as vscode from 'vscode';
import type { ProxySettings } from '../../adapters/http/proxy-settings';
import { createLazyHttp } from '../../adapters/http/undici-http';
import { createLazyModels } from '../../adapters/llm/lazy-models';
import { parseReplayFile } from '../../adapters/llm/replay-file';
import { systemClock } from '../../adapters/system/clock';
import { systemRandom } from '../../adapters/system/random';
import { failure } from '../../core/contracts/failure';
import type { ModelOptions } from '../../core/contracts/model-facts';
import { fail, type Result } from '../../core/contracts/result';
import type { Disposable } from '../../core/ports/disposable';
import type { Llm, Llms } from '../../core/ports/llm';
import type { ModelLists } from '../../core/ports/model-lists';
import type { Recording } from '../../core/wire/replay/recording';
import { createApiKeys, type ApiKeys } from '../models/api-keys';
import { modelOptionsOf } from '../models/model-options';
import type { VscodeModelId } from '../models/open-vscode-model';
import { readRecording } from '../models/read-recording';
import { readProxySettings } from '../models/vscode-proxy';
import type { HostSettings } from '../settings/create-settings';

export interface Models {
  readonly llms: Llms;
  readonly lists: ModelLists;
  readonly apiKeys: ApiKeys;
  readonly http: Disposable;
  /** How VS Code's own settings say that servers are reached. */
  readonly proxy: () => ProxySettings;
}

/** Pause between the words of a replay: quick, and slow enough to follow. */
const replayWordMs = 15;

/** Models by their id. Keys, addresses, proxy and recording come from the user alone. */
export function composeModels(secrets: vscode.SecretStorage, settings: HostSettings): Models {
  const apiKeys = createApiKeys(secrets);
  const proxy = (): ProxySettings => readProxySettings(userHttpSetting);
  const http = createLazyHttp(async () => {
    const { createUndiciHttp } = await import('../../adapters/http/undici-entry');
    return createUndiciHttp({ proxy, environment: () => process.env });
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
      vscodeModel: openVscodeModel,
    });
  });
  return { llms: models, lists: models, apiKeys, http, proxy };
}

async function openVscodeModel(
  id: VscodeModelId,
  options: ModelOptions,
  signal: AbortSignal,
): Promise<Result<Llm>> {
  try {
    const { openRealVscodeModel } = await import('../models/vscode-llm-entry');
    return await openRealVscodeModel(id, options, systemClock, signal);
  } catch {
    // The error of a missing file names a path of the installation, which helps nobody.
    const message =
      'The client of VS Code models did not load. Reload the window or reinstall Gatehouse.';
    return fail(failure('execution', message, { category: 'permanent_failure' }));
  }
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
