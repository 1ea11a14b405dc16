import { inEnglish } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { systemClock } from '../../../../src/adapters/system/clock';
import { systemProcesses } from '../../../../src/adapters/system/processes';
import {
  createTemporaryStore,
  listedIds,
  openSqlJs,
  readText,
  wasmFile,
  type TemporaryStore,
} from '../../fakes/temporary-store';
import { buildWorker, repositoryRoot } from '../../fakes/built-worker';
import { storedSummaries } from '../../fakes/stored-summaries';
import { said } from '../../fakes/store-chats';
import {
  chatOf,
  deletingPrefix,
  outputOf,
  runWriter,
  spoolingPrefix,
  textOf,
} from './writer-process';
import { isSoak } from '../../../soak';

/** Another test kills the real extension host 25 times: 500 kills in all. */
const kills = isSoak ? 475 : 60;
const pairs = isSoak ? 40 : 5;
const checkEvery = 160;
const prefixes = [deletingPrefix, 'w', spoolingPrefix, deletingPrefix, 'w', 'w'];

describe('the store when its process is killed', function () {
  this.timeout(1_800_000);
  const program = path.join(__dirname, 'writer-process.cjs');
  const worker = path.join(__dirname, 'worker-of-writers.cjs');
  let storage: TemporaryStore;
  const running = new Set<Writer>();

  before(async () => {
    const folder = path.join(repositoryRoot(), 'test/unit/adapters/store');
    const contents = `import { ${runWriter.name} } from './writer-process';
      const [, , folder, name, program, wasm] = process.argv;
      void ${runWriter.name}(folder, name, { program, wasm });`;
    await buildWorker(worker);
    await build({
      stdin: { contents, resolveDir: folder, loader: 'ts' },
      bundle: true,
      platform: 'node',
      outfile: program,
      // A third of the time to start.
      minify: true,
      logLevel: 'error',
    });
  });
  after(() => {
    for (const file of [program, worker]) rmSync(file, { force: true });
  });
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(async () => {
    // A test that failed leaves writers, which write on.
    await Promise.all([...running].map(end));
    await storage.dispose();
  });

  it(`loses nothing acknowledged and shows nothing partial, in ${kills} kills at different moments`, async () => {
    const acknowledged = createAcknowledged();
    let started = 0;
    const next = () => {
      started += 1;
      return prepareWriter(`${prefixes[started % prefixes.length] ?? ''}${started}`);
    };
    let standby = next();
    for (let kill = 0; kill < kills;) {
      // Sometimes two windows at once, killed one after the other.
      const isPair = kill % Math.floor(kills / pairs) === 0 && kill + 2 <= kills;
      const writers = [standby];
      if (isPair) writers.push(next());
      standby = next();
      for (const writer of writers) await begin(writer, kill % 4 < 2);
      for (const writer of writers) {
        const deletes = writer.name.startsWith(deletingPrefix);
        await setTimeout((kill * 13) % (deletes ? 61 : 149));
        acknowledged.add(writer.name, await end(writer));
        kill += 1;
        if (kill % checkEvery === 0) await check(acknowledged);
      }
    }
    await end(standby);
    await check(acknowledged);
    assert.ok(acknowledged.calls.length >= kills);
    assert.ok(acknowledged.deleted.length > pairs);
    assert.ok(acknowledged.outputs.size > pairs);
    await checkOutputs(acknowledged);
  });

  it('two windows write 200 records alternately and one is killed: all are there', async () => {
    const acknowledged = createAcknowledged();
    const writers = [prepareWriter('first'), prepareWriter('second')];
    for (const writer of writers) await begin(writer, false);
    for (const writer of writers) {
      while (recordsOf(writer) < 100) await once(writer.child.stdout, 'data');
      acknowledged.add(writer.name, await end(writer));
    }
    await check(acknowledged);
    assert.equal(acknowledged.said.size, 2);
  });

  function prepareWriter(name: string): Writer {
    const child = spawn(process.execPath, [program, storage.folder, name, worker, wasmFile], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // It may have exited before the line arrives.
    child.stdin.on('error', () => undefined);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const writer = { name, child, output: () => Buffer.concat(chunks).toString() };
    running.add(writer);
    child.once('close', () => running.delete(writer));
    return writer;
  }

  async function check(all: Acknowledged): Promise<void> {
    // Uses the writers' clock, and sees that they are gone: then it is the main window and saves.
    const real = { clock: systemClock, processes: systemProcesses };
    const store = storage.window(real);
    const listed = await listedIds(store, 1000);
    assert.equal(new Set(listed).size, listed.length);
    assert.deepEqual(missing(all.calls, listed), []);
    for (const [id, call] of all.texts) assert.equal(await readText(store, id), textOf(call));
    for (const [name, calls] of all.said) {
      const texts = (await said(store, chatOf(name))) ?? [];
      assert.deepEqual(missing(calls.map(textOf), texts), []);
      for (const text of texts) assert.ok(isWholeText(text));
    }
    for (const chat of all.deleted) assert.equal(await said(store, chat), undefined);
    await store.close();
    const kept = (await storedSummaries(storage, 'chat', real)).map(({ text }) => text);
    assert.equal(new Set(kept).size, kept.length);
    assert.deepEqual(missing(all.summaries, kept), []);
    // A torn tail may be reported; anything set aside or skipped would be a loss.
    const bad = store
      .problems()
      .map(inEnglish)
      .filter((text) => !/was removed|Another window/.test(text));
    assert.deepEqual(bad, []);
    assert.deepEqual(filesWith(all.deleted.slice(-3)), []);
  }

  /** Every output in the databases is whole or, if it was not acknowledged, not readable at all. */
  async function checkOutputs({ outputs }: Acknowledged): Promise<void> {
    const store = storage.window({ clock: systemClock });
    for (const name of storage.names().filter((each) => each.includes(`chat-${spoolingPrefix}`))) {
      const database = new (await openSqlJs()).Database(storage.read(name));
      const [found] = database.exec('SELECT DISTINCT overflow_id FROM tool_overflow');
      database.close();
      const conversationId = path.basename(name).replace(/\..*$/, '');
      for (const id of (found?.values ?? []).map(String)) {
        const read = { conversationId, id, offset: 0, limit: Number.MAX_SAFE_INTEGER };
        const whole = await store.overflow.read(read);
        const shown = whole.ok ? whole.value.text : undefined;
        assert.equal(outputs.has(id) && shown === undefined, false);
        const call = shown?.slice(0, shown.indexOf(' '));
        assert.ok(call === undefined || shown === outputOf(call), 'half visible');
        outputs.delete(id);
      }
    }
    assert.deepEqual([...outputs], []);
    await store.close();
  }

  function filesWith(words: readonly string[]): readonly string[] {
    const records = storage.names().filter((name) => !/^audit|\.lock$|\.tmp$/.test(name));
    // A writer that still runs may remove a file meanwhile.
    const contains = (name: string, word: string) =>
      storage.find(name)?.includes(`${word} `) === true;
    return records.filter((name) => words.some((word) => contains(name, word)));
  }
});

interface Writer {
  readonly name: string;
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  output(): string;
}

function recordsOf(writer: Writer): number {
  return writer.output().split('\n').length - 1;
}

/** Resolves with the first acknowledgment; if requested, with one of what its writer is for. */
async function begin(writer: Writer, untilOwn: boolean): Promise<void> {
  const own = writer.name.startsWith(deletingPrefix) ? 'deleted ' : 'output ';
  const hasOwn = own === 'deleted ' || writer.name.startsWith(spoolingPrefix);
  const awaited = untilOwn && hasOwn ? own : '';
  writer.child.stdin.write('go\n');
  while (writer.output() === '' || !writer.output().includes(awaited)) {
    await once(writer.child.stdout, 'data');
  }
}

async function end(writer: Writer): Promise<string> {
  const closed = once(writer.child, 'close');
  writer.child.kill('SIGKILL');
  await closed;
  return writer.output();
}

function missing(wanted: readonly string[], found: readonly unknown[]): readonly string[] {
  const all = new Set(found);
  return wanted.filter((one) => !all.has(one));
}

function isWholeText(text: unknown): boolean {
  return typeof text === 'string' && text === textOf(text.slice(0, text.indexOf(' ')));
}

interface Acknowledged {
  readonly calls: readonly string[];
  readonly summaries: readonly string[];
  readonly deleted: readonly string[];
  /** Acknowledged texts by the name of the writer. */
  readonly said: ReadonlyMap<string, readonly string[]>;
  /** Name of the call by the id of its text. */
  readonly texts: ReadonlyMap<string, string>;
  /** Name of the call by the id of its output. */
  readonly outputs: Map<string, string>;
  add(writer: string, output: string): void;
}

function createAcknowledged(): Acknowledged {
  const lists: Record<'audit' | 'summary' | 'deleted', string[]> = {
    audit: [],
    summary: [],
    deleted: [],
  };
  const saidBy = new Map<string, string[]>();
  const [texts, outputs] = [new Map<string, string>(), new Map<string, string>()];
  return {
    calls: lists.audit,
    summaries: lists.summary,
    deleted: lists.deleted,
    said: saidBy,
    texts,
    outputs,
    add: (writer, output) => {
      for (const line of output.split('\n').slice(0, -1)) {
        const [kind, name = '', id = ''] = line.split(' ');
        if (kind === 'text') texts.set(id, name);
        else if (kind === 'output') outputs.set(id, name);
        else if (kind === 'said') saidBy.set(writer, [...(saidBy.get(writer) ?? []), name]);
        else if (kind === 'audit' || kind === 'summary' || kind === 'deleted') {
          lists[kind].push(name);
        }
      }
    },
  };
}
