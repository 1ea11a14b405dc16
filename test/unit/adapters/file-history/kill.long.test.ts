import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { unstopped, valueOf } from './changes-world';
import { createMemoryPlaces } from './memory-places';
import { createTemporaryWorkspace } from '../../fakes/temporary-workspace';
import { contentOf, filesAfter, openChanges, runCommands, runRecorder } from './recorder-process';
import { isSoak } from '../../../soak';

const rounds = isSoak ? 60 : 10;

describe('undo after its process is killed', function () {
  this.timeout(600_000);
  const program = path.join(__dirname, 'recorder-process.cjs');
  let storage: string;
  let folder: string;

  before(async () => {
    const resolveDir = path.join(repositoryRoot(), 'test/unit/adapters/file-history');
    const contents = `import { ${runRecorder.name}, ${runCommands.name} } from './recorder-process';
      const run = { ${runRecorder.name}, ${runCommands.name} }[process.argv[4]];
      void run(process.argv[2], process.argv[3]);`;
    await build({
      stdin: { contents, resolveDir, loader: 'ts' },
      bundle: true,
      platform: 'node',
      outfile: program,
      logLevel: 'error',
    });
  });
  after(() => rmSync(program, { force: true }));
  beforeEach(() => {
    storage = mkdtempSync(path.join(tmpdir(), 'gatehouse-changes-'));
    folder = path.join(storage, 'changes');
  });
  afterEach(() => rmSync(storage, { recursive: true, force: true }));

  /** Returns the acknowledged copies by name, in order. */
  async function runAndKill(sessionId: string, ms: number): Promise<readonly string[]> {
    const lines = await killed(runRecorder.name, sessionId, ms);
    return lines.map((line) => line.split(' ')[1] ?? '');
  }

  /** Returns what was acknowledged. */
  async function killed(run: string, subject: string, ms: number): Promise<readonly string[]> {
    const child = spawn(process.execPath, [program, folder, subject, run], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const closed = once(child, 'close');
    await once(child.stdout, 'data');
    await setTimeout(ms);
    child.kill('SIGKILL');
    await closed;
    return Buffer.concat(chunks).toString().split('\n').slice(0, -1);
  }

  it(`has every acknowledged copy, byte for byte, after ${String(rounds)} kills`, async () => {
    const places = createMemoryPlaces();
    for (let round = 0; round < rounds; round += 1) {
      const sessionId = `chat-${String(round)}`;
      const copies = await runAndKill(sessionId, (round * 7) % 40);
      assert.ok(copies.length > 0);
      copies.forEach((name, count) => {
        const file = path.join(folder, sessionId, 'copies', name);
        assert.equal(readFileSync(file, 'utf8'), contentOf(sessionId, count));
      });
      // The last change was made; acknowledged or not, all changes can be undone.
      places.write('/ws/a.txt', contentOf(sessionId, copies.length));
      const changes = openChanges(folder, process.pid, places);
      const { left } = valueOf(await changes.undoFiles(sessionId, undefined, unstopped));
      assert.deepEqual(left, []);
      assert.equal(places.show()['/ws/a.txt'], `file ${contentOf(sessionId, 0)}`);
      await changes.forget(sessionId);
    }
    assert.deepEqual(readdirSync(folder), []);
  });

  it(`undoes every acknowledged command, after ${String(rounds)} kills`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const workspace = createTemporaryWorkspace();
      const fill = (count: number): void => {
        rmSync(workspace.root, { recursive: true });
        for (const [name, text] of Object.entries(filesAfter(count))) {
          workspace.put(path.join('ws', name), text);
        }
      };
      fill(0);
      const count = (await killed(runCommands.name, workspace.base, (round * 13) % 80)).length;
      const changes = openChanges(folder, process.pid, workspace.files);
      await changes.tidy();
      assert.deepEqual(readdirSync(folder), ['chat'], 'no snapshot is left');
      const undo = (at: number) =>
        changes.undoCall({ sessionId: 'chat', toolCallId: `call-${String(at)}` }, unstopped);
      // The last command was not acknowledged: its changes are on record, or only on disk.
      if (!(await undo(count)).ok) fill(count);
      for (let at = count - 1; at >= 0; at -= 1) valueOf(await undo(at));
      const left = readdirSync(workspace.root, { recursive: true }).sort();
      assert.deepEqual(left, ['a.txt', 'made-0', path.join('made-0', 'x.txt')]);
      assert.equal(readFileSync(path.join(workspace.root, 'a.txt'), 'utf8'), contentOf('a', 0));
      await changes.forget('chat');
      assert.deepEqual(readdirSync(folder), []);
      workspace.dispose();
    }
  });

  it('is readable by its owner only', async () => {
    await runAndKill('chat', 30);
    const modes = new Map<string, number>();
    const look = (place: string): void => {
      const stats = statSync(place);
      modes.set(path.relative(storage, place), stats.mode & 0o777);
      if (stats.isDirectory()) for (const name of readdirSync(place)) look(path.join(place, name));
    };
    look(folder);
    assert.ok(modes.size > 5);
    for (const [place, mode] of modes) {
      const isFolder = statSync(path.join(storage, place)).isDirectory();
      assert.equal(mode, isFolder ? 0o700 : 0o600, place);
    }
  });
});

function repositoryRoot(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
