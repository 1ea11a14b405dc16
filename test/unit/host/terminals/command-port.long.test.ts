import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createCommandJournal,
  type CommandJournal,
} from '../../../../src/adapters/process/command-journal';
import { processState } from '../../../../src/adapters/system/process-identity';
import { systemClock } from '../../../../src/adapters/system/clock';
import { systemIds } from '../../../../src/adapters/system/random';
import { fail, succeed, failure } from '../../../../src/core/contracts/failure';
import type { BackgroundStart, TerminalRequest } from '../../../../src/core/ports/terminals';
import type { CommandHandle } from '../../../../src/host/terminals/start-command';
import { HostTerminals } from '../../../../src/host/terminals/command-terminals';
import { noSpools } from '../../fakes/spools';
import { createFakeWindows, plainText } from './fake-windows';

const never = new AbortController().signal;

describe('the port of terminals', () => {
  let root = '';
  let records = '';
  let userVariables: Record<string, string | undefined> = {};
  let fake = createFakeWindows();
  let outliving: BackgroundStart[] = [];
  let journal: CommandJournal;
  let terminals = make();

  function make() {
    return new HostTerminals(
      {
        workspace: {
          roots: () => [root],
          ownFolders: () => [],
          storageFolders: () => [],
          isTrusted: () => true,
          caseSensitive: () => true,
          separator: () => '/',
        },
        env: { PATH: process.env['PATH'], FROM_HOST: 'host' },
        userEnvironment: () => userVariables,
        passedNames: () => [],
        onOutliving: (left) => void outliving.push(left),
        journal: { record: (facts, pid) => journal.record(facts, pid) },
        clock: systemClock,
        ids: systemIds,
        spools: noSpools,
      },
      fake.open,
    );
  }

  before(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-test-')));
    records = path.join(root, 'commands');
    await mkdir(path.join(root, 'inner'));
  });
  after(() => rm(root, { recursive: true }));
  beforeEach(() => {
    userVariables = {};
    outliving = [];
    fake = createFakeWindows();
    journal = createCommandJournal({ folder: records, log: () => undefined }, systemClock);
    terminals = make();
  });
  afterEach(() => terminals.dispose());

  const ask = (command: string, more: Partial<TerminalRequest> = {}) =>
    terminals.create({ sessionId: 'chat', command, cwd: root, outputByteLimit: 10_000, ...more });

  async function start(
    command: string,
    more: Partial<TerminalRequest> = {},
  ): Promise<CommandHandle> {
    const created = await ask(command, more);
    assert.ok(created.ok);
    fake.windows.at(-1)?.opened();
    return created.value;
  }

  async function outputOf(command: string, more: Partial<TerminalRequest> = {}): Promise<string> {
    const handle = await start(command, more);
    await handle.waitForExit(never);
    return handle.output().combined;
  }

  if (process.platform === 'linux') {
    const isAlive = async (pid: string): Promise<boolean> =>
      (await processState(Number(pid))).state === 'lives';

    for (const [what, command] of [
      ['setsid', "setsid bash -c 'echo $$; exec sleep 1000 > /dev/null 2>&1' & sleep 0.2"],
      ['setsid -f', "setsid -f bash -c 'echo $$; exec sleep 1000 > /dev/null 2>&1'; sleep 0.1"],
      [
        'nohup setsid',
        "nohup setsid bash -c 'echo $$; exec sleep 1000 > /dev/null 2>&1' & sleep 0.2",
      ],
    ] as const) {
      it(`decision 38: what outlives its command by ${what} is reported until it is stopped`, async () => {
        const handle = await start(command);
        await handle.waitForExit(never);
        const pid = handle.output().stdout.trim();
        assert.match(pid, /^\d+$/);
        handle.release();
        while (outliving.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        assert.equal(await isAlive(pid), true);
        const [left] = outliving;
        assert.equal(left?.sessionId, 'chat');
        assert.match(left.command, /^left running by: /);
        await left.stop('person');
        assert.deepEqual(await left.ended, {
          exit: { exitCode: -1, exitCodeKnown: false },
          stopped: 'person',
        });
        assert.equal(await isAlive(pid), false);
        assert.deepEqual(await readdir(records), [], 'nothing is left to recover');
      });
    }

    it('decision 38: it ends with its chat', async () => {
      const handle = await start("setsid bash -c 'echo $$; exec sleep 1000 >&-' & sleep 0.2");
      await handle.waitForExit(never);
      handle.release();
      while (outliving.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      terminals.endSession('chat');
      await outliving[0]?.ended;
      assert.equal(await isAlive(handle.output().stdout.trim()), false);
    });

    it('what stays in the session of its command ends with it, and is not reported', async () => {
      const handle = await start('nohup sleep 1000 > /dev/null 2>&1 & echo $!; disown; exit 0');
      await handle.waitForExit(never);
      handle.release();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      assert.equal(await isAlive(handle.output().stdout.trim()), false);
      assert.deepEqual(outliving, []);
    });
  }

  it('ACP terminal/output: has the exit status once the command has ended', async () => {
    const handle = await start('echo up; read -r line; exit 3');
    assert.equal(handle.output().exitStatus, undefined);
    handle.closeInput();
    const exit = await handle.waitForExit(never);
    assert.deepEqual(handle.output().exitStatus, exit);
    assert.deepEqual(exit, { exitCode: 3, exitCodeKnown: true });
  });

  it('says when the command started', async () => {
    const before = Date.now();
    const { startedAt } = await start('true');
    assert.ok(startedAt >= before && startedAt <= Date.now());
  });

  it('gives the command what is typed from outside, and shows it in the terminal', async () => {
    const handle = await start('read -r line; echo "got $line"');
    handle.type('hel\x1b[2Jlo\n');
    await handle.waitForExit(never);
    assert.equal(handle.output().combined, 'got hello\n');
    assert.match(plainText(fake.windows[0]), /hel\\e\[2Jlo\ngot hello\n/);
  });

  it('takes nothing more once the command has ended', async () => {
    const handle = await start('true');
    await handle.waitForExit(never);
    const shown = plainText(fake.windows[0]);
    handle.type('late\n');
    handle.closeInput();
    assert.equal(plainText(fake.windows[0]), shown);
  });

  it('reports that a command waits and that it continues', async () => {
    const handle = await start('cat');
    const heard: boolean[] = [];
    await new Promise<void>((resolve) =>
      handle.onInputWait((waits) => {
        heard.push(waits);
        resolve();
      }),
    );
    handle.type('on\n');
    assert.deepEqual(heard, [true, false]);
    handle.closeInput();
    assert.equal((await handle.waitForExit(never))?.exitCode, 0);
    assert.equal(handle.output().combined, 'on\n');
  });

  it('shows the question of read -p, and does not show the answer to a silent one', async () => {
    const handle = await start(
      'echo hi; read -p "Name: " a; read -rsp "Word: " b; echo "$a, ${#b}"',
    );
    const waiting = (): Promise<void> =>
      new Promise((resolve) =>
        handle.onInputWait((waits) => {
          if (waits) resolve();
        }),
      );
    await waiting();
    assert.deepEqual(handle.question(), { line: 'hi', question: 'Name:', isSecret: false });
    handle.type('anna\n');
    await waiting();
    assert.deepEqual(handle.question(), { line: 'hi', question: 'Word:', isSecret: true });
    handle.type('hunter2\n');
    await handle.waitForExit(never);
    assert.equal(handle.output().combined, 'hi\nanna, 7\n');
    assert.match(plainText(fake.windows[0]), /hi\nanna\n\nanna, 7\n/);
  });

  it('adds variables of the request to those of the user, over those of the host', async () => {
    userVariables = { FROM_HOST: 'person', MINE: 'person', LD_AUDIT: '/x.so' };
    const show = 'echo "$FROM_HOST|$MINE|$ADDED|${LD_AUDIT-}|${LD_PRELOAD-}"';
    const env = { MINE: 'call', ADDED: '1', LD_PRELOAD: '/y.so' };
    assert.equal(await outputOf(show, { env }), 'person|call|1||\n');
    userVariables = { FROM_HOST: undefined };
    assert.equal(await outputOf('echo "${FROM_HOST-unset}"'), 'unset\n');
  });

  it('a cd, a variable and a function inside a command do not leak to the next', async () => {
    assert.equal(await outputOf('cd inner; X=1; f() { :; }; pwd'), `${root}/inner\n`);
    assert.equal(await outputOf('pwd; echo "[${X-}]"; type -t f'), `${root}\n[]\n`);
  });

  it('a script of many lines runs as one', async () => {
    const script =
      'total=0\nfor n in 1 2 3; do\n  total=$((total + n))\ndone\n\ncat <<END\nsum $total\nEND';
    assert.equal(await outputOf(script), 'sum 6\n');
  });

  it('decision 38: is on record while it runs, under its call, and not after', async () => {
    const real = journal;
    let removed: () => void = () => undefined;
    const isRemoved = new Promise<void>((resolve) => (removed = resolve));
    journal = {
      record: async (facts, pid) => {
        const recorded = await real.record(facts, pid);
        if (!recorded.ok) return recorded;
        return succeed({ remove: () => recorded.value.remove().then(removed) });
      },
    };
    const handle = await start('read -r line', { toolCallId: 'call-7' });
    const file = path.join(records, `${handle.terminalId}.json`);
    assert.match(await readFile(file, 'utf8'), /"toolCallId":"call-7"/);
    handle.closeInput();
    await isRemoved;
    assert.deepEqual(await readdir(records), []);
  });

  it('a command that cannot be put on record says so in its terminal, which is free again', async () => {
    const full = failure('execution', 'Could not record the command: the disk is full.');
    journal = { record: () => Promise.resolve(fail(full)) };
    const created = await ask('touch ran');
    assert.equal(!created.ok && created.failure.message, full.message);
    fake.windows[0]?.opened();
    assert.match(plainText(fake.windows[0]), /disk is full/);
    assert.equal((await readdir(root)).includes('ran'), false);
    journal = { record: () => Promise.resolve(succeed({ remove: () => Promise.resolve() })) };
    assert.equal(await outputOf('echo next'), 'next\n');
    assert.equal(fake.windows.length, 1);
  });

  describe('while a command is put on record', () => {
    const endings: Record<string, () => void> = {
      'its chat ends': () => terminals.endSession('chat'),
      'all is disposed': () => terminals.dispose(),
      'its terminal is closed': () => fake.windows[0]?.closed(),
    };
    for (const [what, end] of Object.entries(endings)) {
      it(`it does not run when ${what}`, async () => {
        journal = {
          record: () => {
            end();
            return Promise.resolve(succeed({ remove: () => Promise.resolve() }));
          },
        };
        const created = await ask('touch ran');
        assert.equal(!created.ok && created.failure.errorCode, 'cancelled');
        assert.deepEqual(terminals.running(), []);
        assert.equal((await readdir(root)).includes('ran'), false);
      });
    }

    it('it does not run when its call is stopped', async () => {
      const call = new AbortController();
      journal = {
        record: () => {
          call.abort();
          return Promise.resolve(succeed({ remove: () => Promise.resolve() }));
        },
      };
      const created = await ask('touch ran', { signal: call.signal });
      assert.equal(!created.ok && created.failure.errorCode, 'cancelled');
      assert.equal((await readdir(root)).includes('ran'), false);
    });

    it('it runs when another chat ends', async () => {
      journal = {
        record: () => {
          terminals.endSession('other');
          return Promise.resolve(succeed({ remove: () => Promise.resolve() }));
        },
      };
      assert.equal(await outputOf('echo ran'), 'ran\n');
    });
  });
});
