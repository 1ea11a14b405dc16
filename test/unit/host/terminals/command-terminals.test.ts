import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCommandJournal } from '../../../../src/adapters/process/command-journal';
import { systemClock } from '../../../../src/adapters/system/clock';
import { systemIds } from '../../../../src/adapters/system/random';
import type { CommandHandle } from '../../../../src/host/terminals/start-command';
import { HostTerminals } from '../../../../src/host/terminals/command-terminals';
import { noSpools } from '../../fakes/spools';
import { createFakeWindows, plainText } from './fake-windows';

const never = new AbortController().signal;

describe('commands in terminals', () => {
  let root = '';
  let outside = '';
  let records = '';
  let isTrusted = true;
  let roots: readonly string[] = [];
  let fake = createFakeWindows();
  let terminals = make();

  function make() {
    return new HostTerminals(
      {
        workspace: {
          roots: () => roots,
          ownFolders: () => [],
          storageFolders: () => [],
          isTrusted: () => isTrusted,
          caseSensitive: () => true,
          separator: () => '/',
        },
        env: { ...process.env, GITHUB_TOKEN: 'secret' },
        userEnvironment: () => ({}),
        passedNames: () => [],
        onOutliving: () => undefined,
        journal: createCommandJournal({ folder: records, log: () => undefined }, systemClock),
        clock: systemClock,
        ids: systemIds,
        spools: noSpools,
      },
      fake.open,
    );
  }

  before(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-test-')));
    outside = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-test-')));
    records = path.join(outside, 'commands');
    await mkdir(path.join(root, 'inner'));
    await writeFile(path.join(root, 'file'), '');
    await symlink(outside, path.join(root, 'way-out'));
    await symlink(path.join(root, 'inner'), path.join(root, 'way-in'));
  });

  after(async () => {
    await rm(root, { recursive: true });
    await rm(outside, { recursive: true });
  });

  beforeEach(() => {
    roots = [root];
    isTrusted = true;
    fake = createFakeWindows();
    terminals = make();
  });

  afterEach(() => terminals.dispose());

  const ask = (command: string, cwd = root, sessionId = 'chat') =>
    terminals.create({ sessionId, command, cwd, outputByteLimit: 10_000 });

  async function start(command: string, cwd?: string, sessionId?: string): Promise<CommandHandle> {
    const created = await ask(command, cwd, sessionId);
    assert.ok(created.ok);
    fake.windows.at(-1)?.opened();
    return created.value;
  }

  async function seen(handle: CommandHandle): Promise<void> {
    if (handle.output().combined === '') await new Promise((done) => handle.onOutput(done));
  }

  async function refusal(command: string, cwd?: string): Promise<string> {
    const created = await ask(command, cwd);
    assert.ok(!created.ok);
    assert.deepEqual(fake.windows, []);
    return created.failure.errorCode;
  }

  it('003-envelope-1: separate streams, exact exit code, and a mirror in the terminal', async () => {
    const handle = await start('echo out; echo err >&2; exit 3');
    assert.deepEqual(await handle.waitForExit(never), { exitCode: 3, exitCodeKnown: true });
    const { stdout, stderr, truncated } = handle.output();
    assert.deepEqual([stdout, stderr, truncated], ['out\n', 'err\n', false]);
    const text = plainText(fake.windows[0]);
    assert.ok(text.startsWith(`${root}\n$ echo out; echo err >&2; exit 3\n`), text);
    assert.match(text, /out\n/);
    assert.match(text, /exit code 3 · \d\.\d s\n\n$/);
  });

  it('hands no secret of the host to a command', async () => {
    const handle = await start('echo "<$GITHUB_TOKEN>"');
    await handle.waitForExit(never);
    assert.equal(handle.output().stdout, '<>\n');
  });

  it('runs in a folder inside the roots, by its real path', async () => {
    const handle = await start('pwd', path.join(root, 'way-in'));
    await handle.waitForExit(never);
    assert.equal(handle.output().stdout, `${path.join(root, 'inner')}\n`);
  });

  it('000-shell-6: a command runs inside the workspace', async () => {
    for (const cwd of [outside, '/', `${root}/..`, `${root}-old`]) {
      assert.equal(await refusal('pwd', cwd), 'policy_denied', cwd);
    }
  });

  it('000-shell-6: a link cannot lead the working directory out of the root', async () => {
    assert.equal(await refusal('pwd', path.join(root, 'way-out')), 'policy_denied');
  });

  it('decision shell-paths: an open folder that was replaced by a link is refused', async () => {
    const replaced = path.join(root, 'way-in');
    roots = [root, replaced];
    assert.equal(await refusal('pwd', replaced), 'policy_denied');
  });

  it('refuses a folder that is none', async () => {
    assert.equal(await refusal('pwd', path.join(root, 'missing')), 'validation');
    assert.equal(await refusal('pwd', path.join(root, 'file')), 'validation');
  });

  it('decision 45: runs nothing in an untrusted workspace', async () => {
    isTrusted = false;
    assert.equal(await refusal('true'), 'authz_denied');
  });

  it('runs nothing when no folder is open', async () => {
    roots = [];
    assert.equal(await refusal('true'), 'policy_denied');
  });

  it('ends a command by Ctrl-C in its terminal', async () => {
    const handle = await start('echo up; sleep 1000');
    await seen(handle);
    fake.windows[0]?.typed('\x03');
    const exit = await handle.waitForExit(never);
    assert.deepEqual([exit?.endedBy, exit?.exitCode], ['person', 143]);
    assert.match(plainText(fake.windows[0]), /\^C\nstopped by you/);
  });

  it('ends a command when its terminal is closed, and opens another for the next', async () => {
    const handle = await start('sleep 1000');
    fake.windows[0]?.closed();
    assert.equal((await handle.waitForExit(never))?.endedBy, 'person');
    await (await start('true')).waitForExit(never);
    assert.equal(fake.windows.length, 2);
  });

  it('gives what is typed to the command', async () => {
    const handle = await start('read -r line; echo "got $line"');
    fake.windows[0]?.typed('hello\r');
    await handle.waitForExit(never);
    assert.equal(handle.output().stdout, 'got hello\n');
  });

  it('runs commands at the same time in different terminals', async () => {
    const first = await start('read -r line');
    await (await start('true')).waitForExit(never);
    await (await start('true')).waitForExit(never);
    assert.equal(fake.windows.length, 2);
    fake.windows[0]?.typed('\x04');
    await first.waitForExit(never);
  });

  it('kills a command, and says so', async () => {
    const handle = await start('sleep 1000');
    await handle.kill();
    assert.equal((await handle.waitForExit(never))?.endedBy, 'kill');
  });

  it('stops waiting without killing when the waiter leaves', async () => {
    const handle = await start('read -r line');
    const leaving = new AbortController();
    const waiting = handle.waitForExit(leaving.signal);
    leaving.abort();
    assert.equal(await waiting, undefined);
    assert.equal(await handle.waitForExit(leaving.signal), undefined);
    fake.windows[0]?.typed('\x04');
    assert.equal((await handle.waitForExit(never))?.exitCode, 1);
  });

  it('release kills what still runs and leaves the terminal open', async () => {
    const handle = await start('sleep 1000');
    handle.release();
    handle.release();
    assert.equal((await handle.waitForExit(never))?.endedBy, 'kill');
    assert.equal(fake.windows[0]?.isDisposed, false);
  });

  it('the end of a chat stops its commands and closes its terminals, and no others', async () => {
    const mine = await start('sleep 1000');
    const other = await start('read -r line; exit 4', root, 'other');
    terminals.endSession('chat');
    assert.equal((await mine.waitForExit(never))?.endedBy, 'kill');
    assert.deepEqual(
      fake.windows.map((window) => window.isDisposed),
      [true, false],
    );
    fake.windows[1]?.typed('\x04');
    assert.equal((await other.waitForExit(never))?.exitCode, 4);
  });

  it('disposing kills everything at once and starts nothing more', async () => {
    const handle = await start('trap "" TERM; sleep 1000; true');
    terminals.dispose();
    assert.equal((await handle.waitForExit(never))?.signal, 'SIGKILL');
    const late = await ask('true');
    assert.equal(!late.ok && late.failure.errorCode, 'cancelled');
  });
});
