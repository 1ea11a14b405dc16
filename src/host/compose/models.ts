import type * as vscode from 'vscode';
import { createLazyHttp } from '../../adapters/http/undici-http';
import { createLlms } from '../../adapters/llm/llms';
import { systemClock } from '../../adapters/system/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { Llms } from '../../core/ports/llm';
import { createApiKey, type ApiKey } from '../models/api-key';
import { readRecording } from '../models/read-recording';
import type { HostSettings } from '../settings/create-settings';

export interface Models {
  readonly llms: Llms;
  readonly apiKey: ApiKey;
  readonly http: Disposable;
}

/** Pause between the words of a replay: quick, and slow enough to follow. */
const replayWordMs = 15;

/** Models by their id. Key, address and recording come from the user alone. */
export function composeModels(secrets: vscode.SecretStorage, settings: HostSettings): Models {
  const apiKey = createApiKey(secrets);
  const http = createLazyHttp(async () => {
    const { createUndiciHttp } = await import('../../adapters/http/undici-entry');
    return createUndiciHttp();
  });
  const llms = createLlms({
    http,
    clock: systemClock,
    baseUrl: () => settings.get('openai.baseUrl'),
    key: () => apiKey.get(),
    replayFile: () => settings.get('replay.file'),
    readText: readRecording,
    replayWordMs,
  });
  return { llms, apiKey, http };
}
