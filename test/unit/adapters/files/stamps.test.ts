import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { stampOfText } from '../../fakes/files';

describe('stamps of guarded files', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
  });
  afterEach(() => ws.dispose());

  const signal = quietSignal();
  async function stamp(name: string): Promise<string | undefined> {
    const result = await ws.files.stamp(name, { signal });
    return result.ok ? result.value : result.failure.errorCode;
  }

  it('decision 44: reading, writing and asking for the stamp return the same stamp', async () => {
    const text = 'né\n'.repeat(700_000);
    const written = await ws.files.write('a', text, { expect: { any: true }, by, signal });
    const read = await ws.files.read('a', { maxBytes: 3_000_000, signal });
    assert.equal(written.ok && written.value.stamp, stampOfText(text));
    assert.equal(read.ok && read.value.stamp, stampOfText(text));
    assert.equal(await stamp('a'), stampOfText(text));
  });

  it('differ for different content, whatever the size and time', async () => {
    ws.put('ws/a', 'one');
    const before = await stamp('a');
    ws.put('ws/a', 'two');
    assert.notEqual(await stamp('a'), before);
  });

  it('of a link are those of its target', async () => {
    ws.put('ws/a', 'one');
    symlinkSync('a', path.join(ws.root, 'l'));
    assert.equal(await stamp('l'), stampOfText('one'));
  });

  it('exist for an empty file, but not for folders and missing files', async () => {
    ws.put('ws/empty', '');
    mkdirSync(path.join(ws.root, 'd'));
    assert.equal(await stamp('empty'), stampOfText(''));
    assert.equal(await stamp('d'), undefined);
    assert.equal(await stamp('missing'), undefined);
  });

  it('are refused for files that may not be read', async () => {
    ws.put('ws/.env', 'x');
    ws.put('outside/a', 'x');
    assert.equal(await stamp('.env'), 'policy_denied');
    assert.equal(await stamp('../outside/a'), 'policy_denied');
  });

  it('are size and time of a huge file, and can be cancelled', async () => {
    truncateSync(ws.put('ws/huge', ''), 101 * 1024 * 1024);
    assert.match((await stamp('huge')) ?? '', /^\d+-\d+$/);
    ws.put('ws/a', 'x');
    const cancelled = await ws.files.stamp('a', { signal: AbortSignal.abort() });
    assert.equal(!cancelled.ok && cancelled.failure.category, 'cancelled');
  });
});
