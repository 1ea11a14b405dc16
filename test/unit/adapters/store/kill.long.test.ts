import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import {
  createTemporaryStore,
  listedIds,
  readText,
  valueOf,
  wasmFile,
  type TemporaryStore,
} from '../../fakes/temporary-store';
import { runWriter, textOf } from './writer-process';

describe('the store when its process is killed', function () {
  this.timeout(120_000);
  const program = path.join(__dirname, 'writer-process.cjs');
  let storage: TemporaryStore;

  before(async () => {
    const folder = path.join(repositoryRoot(), 'test/unit/adapters/store');
    const contents = `import { ${runWriter.name} } from './writer-process';
      void ${runWriter.name}(process.argv[2], process.argv[3], process.argv[4]);`;
    await build({
      stdin: { contents, resolveDir: folder, loader: 'ts' },
      bundle: true,
      platform: 'node',
      outfile: program,
      logLevel: 'error',
    });
  });
  after(() => rmSync(program, { force: true }));
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  it('loses nothing acknowledged and shows nothing half, in 32 kills at different moments', async () => {
    const acknowledged = createAcknowledged();
    for (let round = 0; round < 32; round += 1) {
      const writer = await startWriter(`r${round}`);
      await setTimeout((round * 13) % 90);
      acknowledged.add(await kill(writer));
      if (round === 15) await check(acknowledged);
    }
    await check(acknowledged);
    assert.ok(acknowledged.calls.length + acknowledged.texts.size >= 32);
  });

  it('loses nothing of two windows when one, then the other is killed', async () => {
    const acknowledged = createAcknowledged();
    for (let round = 0; round < 6; round += 1) {
      const first = await startWriter(`r${round}-first`);
      const second = await startWriter(`r${round}-second`);
      await setTimeout(40);
      acknowledged.add(await kill(first));
      const third = await startWriter(`r${round}-third`);
      await setTimeout(40);
      acknowledged.add(await kill(second));
      acknowledged.add(await kill(third));
    }
    await check(acknowledged);
  });

  async function startWriter(name: string): Promise<Writer> {
    const child = spawn(process.execPath, [program, storage.folder, name, wasmFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(child.stdout, 'data');
    return { child, output: () => Buffer.concat(chunks).toString() };
  }

  async function check({ calls, texts, summaries }: Acknowledged): Promise<void> {
    const store = storage.window();
    const listed = await listedIds(store, 500);
    assert.equal(new Set(listed).size, listed.length);
    const missing = calls.filter((call) => !listed.includes(call));
    assert.deepEqual(missing, []);
    for (const [id, call] of texts) assert.equal(await readText(store, id), textOf(call));
    const kept = valueOf(await store.summaries.list('chat')).map(({ text }) => text);
    assert.equal(new Set(kept).size, kept.length);
    assert.deepEqual(
      summaries.filter((call) => !kept.includes(call)),
      [],
    );
    await store.close();
    // A torn tail may be told; something set aside or skipped would be a loss.
    const bad = store.problems().filter((text) => !/bytes were cut off/.test(text));
    assert.deepEqual(bad, []);
  }
});

interface Writer {
  readonly child: ChildProcess;
  output(): string;
}

async function kill(writer: Writer): Promise<string> {
  const closed = once(writer.child, 'close');
  writer.child.kill('SIGKILL');
  await closed;
  return writer.output();
}

interface Acknowledged {
  readonly calls: readonly string[];
  readonly summaries: readonly string[];
  /** Name of the call by the id of its text. */
  readonly texts: ReadonlyMap<string, string>;
  add(output: string): void;
}

function createAcknowledged(): Acknowledged {
  const calls: string[] = [];
  const summaries: string[] = [];
  const texts = new Map<string, string>();
  return {
    calls,
    summaries,
    texts,
    add: (output) => {
      for (const line of output.split('\n').slice(0, -1)) {
        const [kind, call = '', id = ''] = line.split(' ');
        if (kind === 'audit') calls.push(call);
        else if (kind === 'summary') summaries.push(call);
        else texts.set(id, call);
      }
    },
  };
}

function repositoryRoot(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
