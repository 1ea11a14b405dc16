import { say } from '../../core/base/sentence';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { ModelOptions, HttpProvider } from '../../core/contracts/models';
import type { Clock, Random } from '../../core/ports/system';
import type { Http } from '../../core/ports/http';
import type {
  Llm,
  ModelRegistry,
  ModelLists,
  LlmEvent,
  LlmRequest,
  ConnectionReport,
} from '../../core/ports/llm';
import { fencedLlm } from '../../core/wire/fenced/fenced-llm';
import type { Recording } from '../../core/wire/replay/recording';
import { createReplayLlm } from '../../core/wire/replay/replay-llm';
import { modelFactsOf } from './model-facts';
import { parseModelId, type ModelId } from './model-id';
import { providers, wireOf } from './providers';
import type { FindPublished } from './published-facts';
import { maxRetries } from './retry-plan';
import { endpointOf, type KeySource, type ModelServer, redactKey } from './server';
import { createServedModels, type ServedModels } from './served-models';
import { createServerLlm } from './server-llm';
import { stoppedByUser } from './request-failure';
import { isAborted } from '../../core/base/async';

export interface LlmsOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly random: Random;
  /** Setting `gatehouse.<provider>.baseUrl`. */
  readonly baseUrl: (provider: HttpProvider) => string;
  readonly key: KeySource;
  /** Setting `gatehouse.models.options`; empty for a model it does not name. */
  readonly modelOptions: (modelId: string) => ModelOptions;
  /** Setting `gatehouse.replay.file`. */
  readonly replayFile: () => string;
  readonly readRecording: (path: string) => Promise<Result<Recording>>;
  /** Milliseconds between the words of a replay. */
  readonly replayWordMs: number;
  readonly published: FindPublished;
  /** A model offered by VS Code. */
  readonly vscodeModel: (
    id: ModelId & { readonly kind: 'vscode' },
    options: ModelOptions,
    signal: AbortSignal,
  ) => Promise<Result<Llm>>;
}

/** Facts about servers, cached while the window is open. */
interface Memory {
  readonly served: ServedModels;
  readonly refusals: Set<string>;
}

/**
 * Models by their id in `gatehouse.model`: `openai/<model>`, `anthropic/<model>`, `ollama/<model>`,
 * `vscode/<vendor>/<model>` or `replay`; also lists the models of servers.
 */
export function createLlms(options: LlmsOptions): ModelRegistry & ModelLists {
  const memory: Memory = { served: createServedModels(options.clock), refusals: new Set() };
  return {
    get: (modelId, signal) => openModel(options, memory, { modelId, retries: maxRetries }, signal),
    list: (provider, signal) => memory.served.list(serverOf(options, provider), signal),
    test: async (modelId, signal) => {
      // A retry would hide the problem to be found.
      const llm = await openModel(options, memory, { modelId, retries: 0 }, signal);
      if (!llm.ok) return llm;
      const place = await placeOf(options, parseModelId(modelId));
      return runConnectionTest({ llm: llm.value, ...place, clock: options.clock }, signal);
    },
  };
}

function serverOf({ baseUrl, http, clock, key }: LlmsOptions, provider: HttpProvider): ModelServer {
  return { provider: providers[provider], baseUrl: baseUrl(provider), http, clock, key };
}

interface Asked {
  readonly modelId: string;
  readonly retries: number;
}

async function openModel(
  options: LlmsOptions,
  memory: Memory,
  asked: Asked,
  signal: AbortSignal,
): Promise<Result<Llm>> {
  const llm = await openPlainly(options, memory, asked, signal);
  return llm.ok && llm.value.facts.tools === 'fenced' ? succeed(fencedLlm(llm.value)) : llm;
}

function openPlainly(
  options: LlmsOptions,
  memory: Memory,
  asked: Asked,
  signal: AbortSignal,
): Promise<Result<Llm>> {
  const modelId = asked.modelId.trim();
  const id = parseModelId(modelId);
  switch (id.kind) {
    case 'replay':
      return openReplay(options);
    case 'vscode':
      return options.vscodeModel(id, options.modelOptions(modelId), signal);
    case 'server':
      return openServer(options, memory, { ...asked, ...id, modelId }, signal);
    case 'none':
    case 'unknown':
      return Promise.resolve(unknownModel(modelId));
  }
}

async function openServer(
  options: LlmsOptions,
  { served, refusals }: Memory,
  asked: Asked & ModelId & { readonly kind: 'server' },
  signal: AbortSignal,
): Promise<Result<Llm>> {
  const { modelId, provider, model, retries } = asked;
  const server = serverOf(options, provider);
  const said = await served.describe(server, model, signal);
  if (isAborted(signal)) return fail(stoppedByUser);
  const wanted = options.modelOptions(modelId);
  // Warn again after the selection has changed.
  const refusal = JSON.stringify([provider, server.baseUrl, model, wanted.tools]);
  const published = await options.published(server.baseUrl, model);
  if (isAborted(signal)) return fail(stoppedByUser);
  const known = { provider, model, options: wanted, served: said, published };
  const llm = createServerLlm({
    server,
    random: options.random,
    model,
    facts: () => modelFactsOf({ ...known, refusesTools: refusals.has(refusal) }),
    thinkingTokens: wanted.thinkingTokens,
    retries,
    onToolsRefused: () => {
      refusals.add(refusal);
    },
  });
  return succeed(llm);
}

async function openReplay(options: LlmsOptions): Promise<Result<Llm>> {
  const path = options.replayFile().trim();
  if (path === '') {
    const message = say`No recorded conversation is chosen. Enter its absolute path in the setting gatehouse.replay.file.`;
    return fail(failure('unavailable', message, { category: 'permanent_failure' }));
  }
  const recording = await options.readRecording(path);
  if (!recording.ok) return recording;
  const { clock, replayWordMs: wordMs } = options;
  return succeed(createReplayLlm({ recording: recording.value, clock, wordMs }));
}

function unknownModel(modelId: string): Result<Llm> {
  const message =
    modelId === ''
      ? say`No model is chosen. Pick one in the panel, or type !command or /tool to run a tool without one.`
      : say`There is no model "${modelId}". Pick another in the panel.`;
  return fail(failure('unavailable', message, { category: 'permanent_failure' }));
}

/** The address of a model for a report, and the key, which must be redacted in it. */
async function placeOf(
  options: LlmsOptions,
  id: ModelId,
): Promise<{ readonly url: string; readonly key: string | undefined }> {
  if (id.kind !== 'server') {
    return { url: id.kind === 'vscode' ? 'VS Code' : 'a recorded conversation', key: undefined };
  }
  const server = serverOf(options, id.provider);
  const address = await endpointOf(server, wireOf(server.provider).path);
  return address.ok ? address.value : { url: server.baseUrl, key: undefined };
}

/** Time limit in milliseconds; a local model may have to load first. */
const testMs = 120_000;
const maxSaid = 80;

const question: LlmRequest = {
  system: ['This is a connection test. Answer with the requested word only.'],
  messages: [{ role: 'user', text: 'Say: ready' }],
  tools: [],
};

export interface ConnectionTest {
  readonly llm: Llm;
  /** The address shown in the report. */
  readonly url: string;
  readonly clock: Clock;
  /** The key in use, to be redacted: reports are shared. */
  readonly key: string | undefined;
}

/** Tests a model by asking for one word. */
async function runConnectionTest(
  { llm, url, clock, key }: ConnectionTest,
  signal: AbortSignal,
): Promise<Result<ConnectionReport>> {
  const late = new AbortController();
  const timer = clock.after(testMs, () => {
    late.abort();
  });
  const begun = clock.monotonic();
  let firstTokenMs: number | undefined;
  let said = '';
  try {
    for await (const event of llm.stream(question, AbortSignal.any([signal, late.signal]))) {
      if (event.type === 'text' || event.type === 'thought') {
        firstTokenMs ??= clock.monotonic() - begun;
      }
      if (event.type === 'text') said = (said + event.text).slice(0, maxSaid);
      if (event.type === 'error') return fail(testFailureOf(event, signal, late.signal));
      if (event.type !== 'finish') continue;
      const report = { url, firstTokenMs: firstTokenMs ?? clock.monotonic() - begun };
      return succeed({
        ...report,
        answer: redactKey(said.trim(), key),
        usage: Object.keys(event.usage).length > 0,
      });
    }
    return fail(failure('execution', say`The model returned no answer.`));
  } finally {
    timer.dispose();
  }
}

function testFailureOf(
  event: LlmEvent & { readonly type: 'error' },
  signal: AbortSignal,
  late: AbortSignal,
) {
  if (isAborted(signal)) return stoppedByUser;
  if (!late.aborted) return event.failure;
  const message = say`The model did not answer within ${testMs / 1000} s.`;
  return failure('execution', message, { category: 'timeout' });
}
