import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import type { CompactionReport } from '../../../../src/core/contracts/chats/conversation';
import { failure, fail, succeed, type Result } from '../../../../src/core/contracts/failure';
import { bindTools } from '../../../../src/core/tools/catalog.gen';
import compressContext from '../../../../src/core/tools/compress-context';
import { capabilitiesWith, runTool, someCompaction, textOf } from './run-tool';

describe('compress_context', () => {
  function setUp(answer: Result<CompactionReport>) {
    const asked: { sessionId: string; signal: AbortSignal }[] = [];
    const compaction = {
      compress: (sessionId: string, signal: AbortSignal) => {
        asked.push({ sessionId, signal });
        return Promise.resolve(answer);
      },
    };
    return { asked, tool: bindTool(compressContext, capabilitiesWith({ compaction })) };
  }

  it('000-compress-1: compresses the conversation that asks, and says how much made room', async () => {
    const { asked, tool } = setUp(succeed(someCompaction));
    const { signal } = new AbortController();
    const run = await runTool(tool, {}, signal);
    assert.ok(run.ok);
    assert.match(run.text, /^Compressed 12 messages, about 9000 tokens.* about 700 tokens/);
    assert.deepEqual(run.output, { removed_messages: 12, tokens_before: 9_000, tokens_after: 700 });
    assert.deepEqual(asked, [{ sessionId: 's1', signal }]);
  });

  it('000-compress-3: a compression that failed is a failure of the call', async () => {
    const { tool } = setUp(fail(failure('execution', 'The summary was empty.')));
    assert.equal(await textOf(tool, {}), 'execution: The summary was empty.');
  });

  it('takes no arguments', async () => {
    const { asked, tool } = setUp(succeed(someCompaction));
    assert.match(await textOf(tool, { focus: 'all' }), /^validation: /);
    assert.deepEqual(asked, []);
  });

  it('000-compress-5: is in no cacheable set, and can be in none', () => {
    assert.equal(compressContext.cacheable, false);
    const cacheable = { ...compressContext, cacheable: true };
    assert.throws(() => bindTool(cacheable, capabilitiesWith({})), /not read_only/);
  });

  it('000-compress-1: is in the catalog without any setting', () => {
    const names = bindTools(capabilitiesWith({})).map(({ name }) => name);
    assert.ok(names.includes('compress_context'));
  });
});
