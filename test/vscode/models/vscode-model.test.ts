import * as assert from 'node:assert/strict';
import type { LlmEvent } from '../../../src/core/ports/llm';
import { freshFolder, parts, put, until } from '../world';
import { clearUser, setUser, withUser } from '../rules/settings';
import { openChat, type OpenChat } from './open-chat';
import {
  scriptedModels,
  type ScriptedAnswer,
  type ScriptedModels,
  type ScriptedRequest,
} from './scripted-models';

const scripted = 'vscode/gatehouse-test/scripted';

/** One red pixel: VS Code decodes images to check their size. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

async function play(models: ScriptedModels, script: readonly ScriptedAnswer[]): Promise<OpenChat> {
  models.play(script);
  return openChat();
}

async function ask(modelId: string, images: boolean): Promise<readonly LlmEvent[]> {
  const signal = new AbortController().signal;
  const { models } = await parts();
  const llm = await models.llms.get(modelId, signal);
  assert.ok(llm.ok, JSON.stringify(llm));
  const picture = images ? { images: [{ mediaType: 'image/png', data: png }] } : {};
  const request = {
    system: ['Be brief.'],
    messages: [{ role: 'user', text: 'See', ...picture }],
    tools: [],
  } as const;
  const events: LlmEvent[] = [];
  for await (const event of llm.value.stream(request, signal)) events.push(event);
  return events;
}

function shapeOf(request: ScriptedRequest | undefined): readonly string[] {
  return (request?.messages ?? []).map(({ role, parts: said }) =>
    [role, ...said.map((part) => Object.keys(part)[0])].join(' '),
  );
}

describe('a model that another extension provides', () => {
  let models: ScriptedModels;
  before(async () => {
    models = await scriptedModels();
    await parts();
    await setUser({ model: scripted });
  });
  after(() => clearUser(['model']));

  it('answers in the panel, calls a tool and gets its result', async () => {
    const folder = await freshFolder('vscode-model');
    await put(folder, 'here.txt', 'one\n');
    const call = { id: 'call-1', name: 'core__list_directory', args: { path: folder } };
    const chat = await play(models, [
      { text: 'I look.', calls: [call] },
      { text: 'There is one file.' },
      { text: 'You are welcome.' },
    ]);
    try {
      await chat.say('What is there?');
      await chat.say('Thanks.');
      assert.deepEqual(
        chat.cards().map(({ status }) => status),
        ['completed'],
      );
      assert.match(chat.shown(), /I look\..*There is one file\..*You are welcome\./s);
      assert.deepEqual(
        models.requests.map(({ tools }) => tools.includes('core__list_directory')),
        [true, true, true],
      );
      // The system prompt, the question, the call, its result, the answer, and the thanks.
      assert.deepEqual(shapeOf(models.requests[2]), [
        'user text',
        'user text',
        'assistant text call',
        'user result',
        'assistant text',
        'user text',
      ]);
      const sent = JSON.stringify(models.requests[1]?.messages.slice(-2));
      assert.match(sent, /"call":"call-1","name":"core__list_directory"/);
      assert.match(sent, /"result":"call-1".*here\.txt/);
    } finally {
      chat.close();
    }
  });

  it('is cancelled by Stop; its partial answer stays in the chat', async () => {
    const chat = await play(models, [{ text: 'I begin. ', hang: true }]);
    try {
      chat.begin('Go.');
      await until('it has begun', () => chat.shown().includes('I begin.'));
      await chat.stop();
      await until(
        'VS Code has cancelled the request',
        () => models.requests[0]?.isCancelled === true,
      );
      assert.match(chat.shown(), /I begin\./);
    } finally {
      chat.close();
    }
  });

  it('reports context size, support for tools and images, and what the API lacks', async () => {
    const { models: own } = await parts();
    const signal = new AbortController().signal;
    const known = async (id: string) => {
      const llm = await own.llms.get(id, signal);
      assert.ok(llm.ok);
      return llm.value.facts;
    };
    const facts = await known(scripted);
    assert.deepEqual(
      [facts.label, facts.contextTokens, facts.contextSource, facts.tools, facts.images],
      ['Scripted', 50_000, 'provider', 'native', true],
    );
    assert.deepEqual(facts.lacks, ['system messages', 'token usage', 'thinking']);
    const plain = await known('vscode/gatehouse-test/plain');
    assert.deepEqual([plain.tools, plain.images], ['none', false]);
    await withUser({ 'models.options': { [scripted]: { contextTokens: 9000 } } }, async () => {
      assert.equal((await known(scripted)).contextTokens, 9000);
    });
  });

  it('gets the images of a message, or a placeholder if it does not support images', async () => {
    models.play([]);
    const seen = await ask(scripted, true);
    assert.equal(seen.at(-1)?.type, 'finish', JSON.stringify(seen));
    const [system, message] = models.requests[0]?.messages ?? [];
    assert.deepEqual(system?.parts, [{ text: 'Be brief.' }]);
    assert.deepEqual(message?.parts, [
      { text: 'See' },
      { mediaType: 'image/png', bytes: [...Buffer.from(png, 'base64')] },
    ]);
    await ask('vscode/gatehouse-test/plain', true);
    assert.match(JSON.stringify(models.requests[1]?.messages.at(-1)), /left out/);
  });

  it('passes "Test Connection"', async () => {
    models.play([]);
    const { models: own } = await parts();
    const tested = await own.lists.test(scripted, new AbortController().signal);
    assert.ok(tested.ok);
    assert.deepEqual([tested.value.answer, tested.value.usage], ['ready', false]);
  });

  it('fails with a specific message when it is missing, blocked or broken', async () => {
    const { models: own } = await parts();
    const gone = await own.llms.get('vscode/gatehouse-test/gone', new AbortController().signal);
    assert.ok(!gone.ok);
    assert.match(gone.failure.message, /offers no model "gatehouse-test\/gone"/);
    models.play([
      { error: 'Blocked', message: 'Your quota is spent.' },
      { text: 'Well', error: 'any', message: 'It broke.' },
    ]);
    const [blocked] = await ask(scripted, false);
    assert.ok(blocked?.type === 'error');
    assert.equal(blocked.failure.category, 'rate_limited');
    assert.match(blocked.failure.message, /quota.*Your quota is spent\./);
    const broken = (await ask(scripted, false)).at(-1);
    assert.ok(broken?.type === 'error');
    assert.match(broken.failure.message, /Scripted failed in VS Code\. It says: .*It broke\./);
  });
});
