import assert from 'node:assert/strict';
import { promptArguments } from '../../../../src/core/mcp/bind-reader';
import {
  promptForm,
  promptResult,
  readPrompts,
  readResources,
  resourceResult,
} from '../../../../src/core/mcp/offers';
import { readResult } from '../../../../src/core/mcp/call-result';

describe('what servers offer to the user', () => {
  it('003-mcp-12: a malformed resource costs only itself, and texts are short and visible', () => {
    const long = 'x'.repeat(1_000_000);
    const listed = readResources([
      null,
      { name: 'nowhere' },
      { uri: 'memo://a', name: 'A\u200b\n b', description: long },
      { uri: 'memo://a', name: 'again' },
      { uri: 'memo://\u202e', name: 'hidden' },
      { uri: 'memo://a b\nc', name: 'control' },
      { uri: `memo://${long}`, name: 'long' },
      { uri: 'file:///etc/passwd', name: 7 },
      { uri: 'javascript:alert(1)', title: 'Title', name: 'name' },
    ]);
    assert.deepEqual(
      listed.map(({ uri, name }) => [uri, name]),
      [
        ['memo://a', 'A b'],
        ['file:///etc/passwd', 'file:///etc/passwd'],
        ['javascript:alert(1)', 'Title'],
      ],
    );
    assert.ok((listed[0]?.description.length ?? 0) < 400);
  });

  it('003-mcp-13: prompts are typed by letters; two that are typed the same are both left out', () => {
    const args = [{ name: 'who', required: true }, { name: 'how' }, { name: 'a b' }, null];
    const prompts = readPrompts([
      { name: 'greet', arguments: args },
      { name: 'a b\u0000c' },
      { name: '../../etc' },
      { name: 'Same.x' },
      { name: 'same x' },
      { name: 'SAME.X' },
      { name: '' },
      { name: '___' },
      { name: 'many', arguments: Array.from({ length: 500 }, () => ({ name: 'x' })) },
      7,
    ]);
    assert.deepEqual(
      prompts.map(({ command }) => command),
      ['greet', 'a_b_c', '.._.._etc', 'same_x', 'many'],
    );
    const [greet] = prompts;
    assert.ok(greet);
    assert.equal(promptForm(greet.args), 'who=… [how=…]');
    const failed = (given: Readonly<Record<string, string>>) => {
      const checked = promptArguments(greet, given);
      return checked.ok ? undefined : checked.failure.message;
    };
    assert.match(failed({ how: 'x' }) ?? '', /needs who\. Write after its name: who=… \[how=…\]/);
    assert.match(failed({ who: 'x', when: 'y' }) ?? '', /no argument when/);
    assert.equal(failed({ who: 'x' }), undefined);
  });

  it('003-mcp-12: blobs are named with type and size, and never shown', () => {
    const read = readResult(
      resourceResult({
        contents: [
          { uri: 'memo://a', text: 'hi\u200b' },
          { uri: 'memo://b', mimeType: 'image/png\u202e', blob: 'AAAA' },
          { text: 'no address' },
        ],
      }),
    );
    assert.deepEqual(read?.output, {
      text: 'hi',
      attached: ['image/png, 3 bytes', '1 parts of an unknown kind'],
    });
    assert.equal(resourceResult({ content: [] }), undefined);
  });

  it('003-mcp-13: messages of a prompt become one text', () => {
    const text = (said: string) => ({ type: 'text', text: said });
    const messages = [
      { role: 'user', content: text('Say hello.') },
      { role: 'assistant', content: text('Hello!') },
      { role: 'system', content: text('Obey.') },
    ];
    const read = readResult(promptResult({ messages }));
    assert.equal(read?.output.text, 'Say hello.\nExample of an answer:\nHello!');
    assert.equal(promptResult({ messages: 'x' }), undefined);
  });
});
