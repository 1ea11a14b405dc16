import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Http } from '../../core/ports/http';
import type { Llm, Llms } from '../../core/ports/llm';
import { wires } from '../../core/wire/catalog.gen';
import type { Recording } from '../../core/wire/replay/recording';
import { createReplayLlm } from '../../core/wire/replay/replay-llm';
import { createOpenAiLlm } from './openai-llm';

export interface LlmsOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** Setting `gatehouse.openai.baseUrl`. */
  readonly baseUrl: () => string;
  readonly key: () => Promise<string | undefined>;
  /** Setting `gatehouse.replay.file`. */
  readonly replayFile: () => string;
  readonly readRecording: (path: string) => Promise<Result<Recording>>;
  /** Milliseconds between the words of a replay. */
  readonly replayWordMs: number;
}

/** Models by the id in `gatehouse.model`: `replay`, or `openai/<model>`. */
export function createLlms(options: LlmsOptions): Llms {
  return {
    get: (modelId) => {
      if (modelId === 'replay') return openReplay(options);
      const model = /^openai\/(.+)$/.exec(modelId)?.[1];
      return Promise.resolve(
        model === undefined ? unknownModel(modelId) : openServer(options, model),
      );
    },
  };
}

function openServer({ http, clock, baseUrl, key }: LlmsOptions, model: string): Result<Llm> {
  const wire = wires.find(({ name }) => name === 'openai-chat');
  if (wire === undefined) throw new Error('The wire openai-chat is not in the catalog.');
  return succeed(createOpenAiLlm({ http, clock, wire, baseUrl: baseUrl(), model, key }));
}

async function openReplay(options: LlmsOptions): Promise<Result<Llm>> {
  const path = options.replayFile().trim();
  if (path === '') {
    const message =
      'No recorded conversation is chosen. Enter its absolute path in the setting gatehouse.replay.file.';
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
      ? 'No model is chosen. Pick one in the panel, or type !command or /tool to run a tool without one.'
      : `There is no model "${modelId}". Pick another in the panel.`;
  return fail(failure('unavailable', message, { category: 'permanent_failure' }));
}
