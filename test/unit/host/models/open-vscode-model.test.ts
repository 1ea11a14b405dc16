import assert from 'node:assert/strict';
import { openVscodeModel, type VscodeModelId } from '../../../../src/host/models/open-vscode-model';
import type { VscodeChat } from '../../../../src/host/models/vscode-chat';
import { createFakeClock } from '../../fakes/clock';
import { createFakeVscodeChat } from '../../fakes/vscode-chat';

const chat = createFakeVscodeChat([]);

const of = (vendor: string, model: string): VscodeModelId => ({ kind: 'vscode', vendor, model });

function open(
  id: VscodeModelId,
  select: (model: { vendor: string; id: string }) => PromiseLike<readonly VscodeChat[]>,
  signal = new AbortController().signal,
) {
  const clock = createFakeClock();
  return { clock, opened: openVscodeModel(id, { select, clock, options: {} }, signal) };
}

describe('opening a model of VS Code', () => {
  it('asks for that model of that vendor, and for no other', async () => {
    const asked: unknown[] = [];
    const { opened } = open(of('acme', 'a/b'), (model) => {
      asked.push(model);
      return Promise.resolve([chat]);
    });
    const result = await opened;
    assert.ok(result.ok);
    assert.equal(result.value.facts.label, 'Acme Big');
    assert.deepEqual(asked, [{ vendor: 'acme', id: 'a/b' }]);
  });

  it('says that VS Code does not offer it', async () => {
    const result = await open(of('acme', 'gone'), () => Promise.resolve([])).opened;
    assert.ok(!result.ok);
    assert.match(result.failure.message, /no model "acme\/gone".*sign in/);
  });

  it('gives up when VS Code never answers', async () => {
    const { clock, opened } = open(of('acme', 'big'), () => new Promise(() => undefined));
    clock.advance(10_000);
    const result = await opened;
    assert.ok(!result.ok);
    assert.equal(result.failure.category, 'timeout');
    assert.match(result.failure.message, /does not answer.*reload the window/);
  });

  it('stops at once when it is not wanted any more', async () => {
    const stopping = new AbortController();
    const { opened } = open(of('acme', 'big'), () => new Promise(() => undefined), stopping.signal);
    stopping.abort();
    const result = await opened;
    assert.ok(!result.ok);
    assert.equal(result.failure.category, 'cancelled');
  });

  it('reports why VS Code failed', async () => {
    const result = await open(of('acme', 'big'), () => Promise.reject(new Error('no way'))).opened;
    assert.ok(!result.ok);
    assert.match(result.failure.message, /could not list its models\. no way/);
  });
});
