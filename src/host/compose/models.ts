import * as vscode from 'vscode';
import type { ProxySettings } from '../../adapters/http/proxy-route';
import { UndiciHttp } from '../../adapters/http/undici-http';
import { createLlms } from '../../adapters/llm/llms';
import { createFindPublished } from '../../adapters/llm/published-facts';
import { parseReplayFile } from '../../adapters/llm/replay-file';
import { systemClock } from '../../adapters/system/clock';
import { systemRandom } from '../../adapters/system/random';
import type { Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/system';
import type { ModelRegistry, ModelLists } from '../../core/ports/llm';
import type { Recording } from '../../core/wire/replay/recording';
import { modelOptionsOf } from '../models/chosen-model';
import { openVscodeModel } from '../models/open-vscode-model';
import { readVscodeProxy } from '../models/proxy-settings';
import { StoredReputation } from '../models/reputation';
import { selectVscodeChats } from '../models/select-chat-models';
import { FirstMessage } from '../replay/first-message';
import { readRecording } from '../replay/read-recording';
import { createApiKeys, type ApiKeys } from '../secrets/api-keys';
import type { Demo } from '../demo/demo';
import type { DoctorDeps } from '../views/doctor/run-doctor';
import { mementoMemory } from '../window/memory';
import type { Base } from './base';

export interface Models {
  readonly llms: ModelRegistry;
  readonly lists: ModelLists;
  readonly apiKeys: ApiKeys;
  readonly reputation: StoredReputation;
  readonly http: Disposable;
  /** Of the recording in force. */
  readonly replayPrompt: FirstMessage;
  /** How VS Code's own settings say that servers are reached. */
  readonly proxy: () => ProxySettings;
}

/** Pause between the words of a replay: quick, and slow enough to follow. */
const replayWordMs = 15;

const reputationKey = 'gatehouse.reputation';

/** Models by their id. Keys, addresses, proxy and recording come from the user alone. */
export function composeModels({ context, settings, demo, log }: Base): Models {
  const apiKeys = createApiKeys(context.secrets);
  const proxy = (): ProxySettings => readVscodeProxy(userHttpSetting);
  const http = new UndiciHttp({
    proxy,
    environment: () => process.env,
    onLoadFailed: log.report,
  });
  const models = createLlms({
    http,
    clock: systemClock,
    random: systemRandom,
    baseUrl: (provider) => settings.get(`${provider}.baseUrl`),
    key: (provider, origin) => apiKeys.get(provider, origin),
    modelOptions: (modelId) => modelOptionsOf(settings, modelId),
    replayFile: () => demo.replayFile(),
    readRecording: readAndParse,
    replayWordMs,
    published: createFindPublished(),
    vscodeModel: (id, options, signal) =>
      openVscodeModel(id, { select: selectVscodeChats, options, clock: systemClock }, signal),
  });
  const reputation = new StoredReputation(mementoMemory(context.workspaceState, reputationKey));
  const replayPrompt = new FirstMessage({
    file: () => (demo.model() === 'replay' ? demo.replayFile() : ''),
    read: readAndParse,
  });
  return { llms: models, lists: models, apiKeys, reputation, http, replayPrompt, proxy };
}

/** What the views of models need. */
export function modelDeps(
  { settings }: Base,
  { apiKeys, lists, llms, proxy }: Models,
): DoctorDeps['models'] {
  const { remoteName } = vscode.env;
  return { settings, apiKeys, lists, llms, proxy, clock: systemClock, remoteName };
}

/** A model that the user chooses ends the demo. */
export async function answeredBy(demo: Demo, chosen: Promise<string | undefined>): Promise<void> {
  if ((await chosen) !== undefined) await demo.end();
}

/** Only the user's value: a workspace cannot redirect traffic. */
function userHttpSetting(key: string): unknown {
  return vscode.workspace.getConfiguration('http').inspect(key)?.globalValue;
}

export async function readAndParse(file: string): Promise<Result<Recording>> {
  const text = await readRecording(file);
  return text.ok ? parseReplayFile(text.value, file) : text;
}
