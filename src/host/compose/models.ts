import type * as vscode from 'vscode';
import { createLazyHttp } from '../../adapters/http/undici-http';
import { createLazyLlms } from '../../adapters/llm/lazy-llms';
import { parseReplayFile } from '../../adapters/llm/replay-file';
import { systemClock } from '../../adapters/system/clock';
import type { Result } from '../../core/contracts/result';
import type { Disposable } from '../../core/ports/disposable';
import type { Llms } from '../../core/ports/llm';
import type { Recording } from '../../core/wire/replay/recording';
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
  const llms = createLazyLlms(async () => {
    const { createLlms } = await import('../../adapters/llm/llm-entry');
    return createLlms({
      http,
      clock: systemClock,
      baseUrl: () => settings.get('openai.baseUrl'),
      key: () => apiKey.get(),
      replayFile: () => settings.get('replay.file'),
      readRecording: readAndParse,
      replayWordMs,
    });
  });
  return { llms, apiKey, http };
}

/** Parsed here, where zod is: the bundle of the models has none. */
async function readAndParse(file: string): Promise<Result<Recording>> {
  const text = await readRecording(file);
  return text.ok ? parseReplayFile(text.value, file) : text;
}
