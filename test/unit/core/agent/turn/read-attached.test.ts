import assert from 'node:assert/strict';
import type { AttachedRead, ContentBlock } from '../../../../../src/core/contracts/chats/acp';
import { say } from '../../../../../src/core/base/sentence';
import { failure } from '../../../../../src/core/contracts/failure';
import { createFakeConversations } from '../../../fakes/conversations';
import { says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

function attached(uri: string, reads?: AttachedRead): ContentBlock {
  const _meta = reads && { gatehouse: { kind: 'file', reads } };
  return { type: 'resource', resource: { uri, text: 'as embedded' }, ...(_meta && { _meta }) };
}

const blocks = [
  attached('file:///repo/a.ts#L3-L9', { path: '/repo/a.ts', offset: 3, limit: 7 }),
  attached('gatehouse:problems', 'problems'),
  attached('gatehouse:terminal'),
];

const catalog = [toolSpec('core__read', 'read_only'), toolSpec('core__diagnostics', 'read_only')];

describe('decision 67: context that the user attached', () => {
  it('is read by calls in the phase planner, before the first request', async () => {
    const chat = await startAgent({
      answers: [says('ok')],
      run: ({ tool }) => ({ text: `result of ${tool}` }),
      catalog,
    });
    await chat.sayIn(chat.sessionId, 'See', { blocks, messageId: 'm1' });
    assert.deepEqual(
      chat.runner.calls.map(({ tool, args, phase, origin }) => [tool, args, phase, origin]),
      [
        ['core__read', { path: '/repo/a.ts', offset: 3, limit: 7 }, 'planner', 'host'],
        ['core__diagnostics', { max_diagnostics: 200 }, 'planner', 'host'],
      ],
    );
    const [message] = chat.lastMessages();
    assert.ok(message?.role === 'user');
    assert.match(message.text, /attached file:\/\/\/repo\/a\.ts#L3-L9\. core__read .* answered/);
    assert.match(
      message.text,
      /result of core__read[^]*result of core__diagnostics[^]*as embedded/,
    );
    assert.equal(message.text.match(/as embedded/g)?.length, 1, 'the terminal has no tool');
    assert.deepEqual(
      message.ranByHand,
      chat.runner.calls.map(({ toolCallId }) => toolCallId),
    );
    const asked = chat.runner.asked.filter((each) => each.startsWith('snapshot'));
    assert.ok(asked.length > 0);
  });

  it('decision chat-exposure: what no call reads counts as private content that the chat has read', async () => {
    const chat = await startAgent({
      answers: [says('ok')],
      run: ({ tool }) => ({ text: `result of ${tool}` }),
    });
    const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    await chat.sayIn(chat.sessionId, 'See', { blocks: [...blocks, image], messageId: 'm1' });
    const noted = chat.runner.asked.filter((each) => each.startsWith('read private'));
    const names = new Set(noted.map((each) => each.split(' ').at(-1)));
    assert.deepEqual([...names].sort(), [
      'file:///repo/a.ts#L3-L9',
      'gatehouse:problems',
      'gatehouse:terminal',
      'image/png',
    ]);
  });

  it('a crash while it is read leaves the message, and the reopened chat offers a retry', async () => {
    const conversations = createFakeConversations();
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const crashed = await startAgent({
      conversations,
      catalog,
      run: () => {
        begin();
        return new Promise<never>(() => undefined);
      },
    });
    const { sessionId } = crashed;
    void crashed.sayIn(sessionId, 'See this', { blocks: blocks.slice(0, 1), messageId: 'm1' });
    await begun;
    const stored = createFakeConversations(conversations.writes);
    const chat = await startAgent({
      ...{ conversations: stored, catalog, answers: [says('ok')], idPrefix: 'later' },
    });
    await chat.load(sessionId);
    const notices = JSON.stringify(chat.updatesOf(sessionId));
    assert.match(notices, /"action":"retry"/);
    await chat.sayIn(sessionId, '', { resume: true });
    const [message] = chat.lastMessages();
    assert.match(message?.text ?? '', /a\.ts#L3-L9\. It was not read[^]*See this/);
    assert.doesNotMatch(message?.text ?? '', /as embedded/);
  });

  it('stays as it was embedded where no tool for it is offered', async () => {
    const chat = await startAgent({ answers: [says('ok')] });
    await chat.sayIn(chat.sessionId, 'See', { blocks });
    assert.equal(chat.runner.calls.length, 0);
    assert.equal(chat.lastMessages()[0]?.text.match(/as embedded/g)?.length, 3);
  });

  it('that may not be read is named with the refusal, and its embedded text is not sent', async () => {
    const chat = await startAgent({
      answers: [says('ok')],
      run: () => ({ status: 'failed', text: '[tool_error]' }),
      catalog,
    });
    await chat.sayIn(chat.sessionId, 'See', { blocks: blocks.slice(0, 1) });
    assert.match(chat.lastMessages()[0]?.text ?? '', /answered[^]*\[tool_error\]/);
    assert.doesNotMatch(chat.lastMessages()[0]?.text ?? '', /as embedded/);
  });

  it('003-mcp-12: a resource of a server is read by a call that no model can make', async () => {
    const chat = await startAgent({
      answers: [says('ok')],
      run: ({ tool }) => ({ text: `result of ${tool}` }),
      catalog,
    });
    const resource = attached('gatehouse:mcp/talk/a', { server: 'talk', uri: 'memo://a' });
    await chat.sayIn(chat.sessionId, 'See', { blocks: [resource], messageId: 'm1' });
    const [call] = chat.runner.calls;
    assert.deepEqual(
      [call?.tool, call?.args, call?.phase, call?.origin],
      ['mcp__talk__resources-read', { uri: 'memo://a' }, 'planner', 'host'],
    );
    const [message] = chat.lastMessages();
    assert.ok(message?.role === 'user');
    assert.match(message.text, /data between fences[^]*result of mcp__talk__resources-read/);
    assert.doesNotMatch(message.text, /as embedded/);
  });

  it('003-mcp-13: a prompt of a server goes to the model with the message that names it', async () => {
    const chat = await startAgent({
      answers: [says('ok')],
      run: ({ tool }) => ({ text: `result of ${tool}` }),
    });
    await chat.sayIn(chat.sessionId, '/mcp.talk.greet who=Ada', { messageId: 'm1' });
    const [call] = chat.runner.calls;
    assert.deepEqual(
      [call?.tool, call?.args, call?.phase, call?.origin, call?.isKeyed],
      [
        'mcp__talk__prompts-get',
        { prompt: 'greet', arguments: { who: 'Ada' } },
        'planner',
        'host',
        undefined,
      ],
    );
    const [message] = chat.lastMessages();
    assert.ok(message?.role === 'user');
    assert.match(message.text, /result of mcp__talk__prompts-get[^]*\/mcp\.talk\.greet who=Ada/);
    assert.deepEqual(message.ranByHand, [call?.toolCallId]);
  });

  it('003-mcp-13: without its prompt the message is not sent, and the user reads why', async () => {
    const why = failure('validation', say`The prompt greet needs who.`);
    const chat = await startAgent({
      answers: [says('never')],
      run: () => ({ status: 'failed', text: 'no', failure: why }),
    });
    await chat.sayIn(chat.sessionId, '/mcp.talk.greet', { messageId: 'm1' });
    assert.equal(chat.llm.requests.length, 0);
    assert.match(JSON.stringify(chat.updates), /was not sent[^]*needs who/);
  });
});
