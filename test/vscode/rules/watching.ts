import type { SessionNotification } from '../../../src/core/contracts/chats/acp';
import type { RawCall } from '../../../src/core/contracts/calls/call';
import type { TerminalRequest } from '../../../src/core/ports/terminals';
import { parts } from '../world';

/** Every call that enters the extension's own runner while a body runs. */
export async function entering(body: () => Promise<void>): Promise<readonly RawCall[]> {
  const { pipeline } = await parts();
  const run = pipeline.run.bind(pipeline);
  const runConfirmed = pipeline.runConfirmed.bind(pipeline);
  const entered: RawCall[] = [];
  pipeline.run = (raw, options) => {
    entered.push(raw);
    return run(raw, options);
  };
  pipeline.runConfirmed = (raw, token, options) => {
    entered.push(raw);
    return runConfirmed(raw, token, options);
  };
  try {
    await body();
  } finally {
    Object.assign(pipeline, { run, runConfirmed });
  }
  return entered;
}

/** Every ACP notification that reaches the panel while a body runs. */
export async function notified(body: () => Promise<void>): Promise<readonly SessionNotification[]> {
  const { directory } = await parts();
  const deliver = directory.sessionUpdate.bind(directory);
  const heard: SessionNotification[] = [];
  directory.sessionUpdate = (notification) => {
    heard.push(notification);
    deliver(notification);
  };
  try {
    await body();
  } finally {
    directory.sessionUpdate = deliver;
  }
  return heard;
}

/** Every command that is started in a terminal while a body runs. */
export async function started(body: () => Promise<void>): Promise<readonly TerminalRequest[]> {
  const { terminals } = await parts();
  const create = terminals.create.bind(terminals);
  const requests: TerminalRequest[] = [];
  terminals.create = (request) => {
    requests.push(request);
    return create(request);
  };
  try {
    await body();
  } finally {
    terminals.create = create;
  }
  return requests;
}

/** How often the extension's own models are asked while a body runs. */
export async function askingModels(body: () => Promise<void>): Promise<number> {
  const { llms } = (await parts()).models;
  const get = llms.get.bind(llms);
  let asked = 0;
  llms.get = async (modelId, signal) => {
    const llm = await get(modelId, signal);
    if (!llm.ok) return llm;
    const stream = llm.value.stream.bind(llm.value);
    const counted: typeof stream = (request, signal) => {
      asked += 1;
      return stream(request, signal);
    };
    return { ok: true, value: { facts: llm.value.facts, stream: counted } };
  };
  try {
    await body();
  } finally {
    llms.get = get;
  }
  return asked;
}
