import assert from 'node:assert/strict';
import { openVscodeModel } from '../../../../src/host/models/open-vscode-model';
import type { VscodeChat } from '../../../../src/host/models/vscode-chat';
import { createFakeClock } from '../../fakes/clock';
import { createFakeVscodeChat } from '../../fakes/vscode-chat';

const chat = createFakeVscodeChat([]);

function open(
  name: string,
  select: (model: { vendor: string; id: string }) => PromiseLike<readonly VscodeChat[]>,
  signal = new AbortController().signal,
) {
  const clock = createFakeClock();
  return { clock, opened: openVscodeModel(name, { select, clock, options: {} }, signal) };
}

describe('opening a model of VS Code', () => {
  it('asks for that model of that vendor, and for no other', async () => {
    const asked: unknown[] = [];
    const { opened } = open('acme/a/b', (model) => {
      asked.push(model);
      return Promise.resolve([chat]);
    });
    const result = await opened;
    assert.ok(result.ok);
    assert.equal(result.value.facts.label, 'Acme Big');
    assert.deepEqual(asked, [{ vendor: 'acme', id: 'a/b' }]);
  });

  const missing = [
    ['acme/gone', 'acme/gone'],
    ['no-slash', 'no-slash'],
  ] as const;
  for (const [name, named] of missing) {
    it(`says that VS Code offers no ${name}`, async () => {
      const result = await open(name, () => Promise.resolve([])).opened;
      assert.ok(!result.ok);
      assert.match(result.failure.message, new RegExp(`no model "${named}".*sign in`));
    });
  }

  it('gives up when VS Code never answers', async () => {
    const { clock, opened } = open('acme/big', () => new Promise(() => undefined));
    clock.advance(10_000);
    const result = await opened;
    assert.ok(!result.ok);
    assert.equal(result.failure.category, 'timeout');
    assert.match(result.failure.message, /does not answer.*reload the window/);
  });

  it('stops at once when it is not wanted any more', async () => {
    const stopping = new AbortController();
    const { opened } = open('acme/big', () => new Promise(() => undefined), stopping.signal);
    stopping.abort();
    const result = await opened;
    assert.ok(!result.ok);
    assert.equal(result.failure.category, 'cancelled');
  });

  it('tells why VS Code failed', async () => {
    const result = await open('acme/big', () => Promise.reject(new Error('no way'))).opened;
    assert.ok(!result.ok);
    assert.match(result.failure.message, /could not tell its models\. no way/);
  });
});
