import assert from 'node:assert/strict';
import { failure, fail, succeed } from '../../../../../src/core/contracts/failure';
import type { SnapshotEnd } from '../../../../../src/core/ports/snapshots';
import { asIs, say } from '../../../../../src/core/base/sentence';
import {
  createTransactionWorld,
  keptCopies,
  type TransactionWorldOptions,
} from '../transaction-world';

const secret = `ghp_${'a1B2'.repeat(9)}`;
const report = { restored: ['a.txt'], removed: ['b.txt'] };
const rolledBack: SnapshotEnd = { state: 'rolled-back', report, notes: [] };
const exits = (exit_code: number) => () =>
  Promise.resolve({ ok: true, value: { exit_code }, failed: exit_code !== 0 } as const);
const tooLarge = () =>
  Promise.resolve(fail(failure('snapshot_failed', 'The copies would take more than 1 KB.')));

describe('the transactional shell', () => {
  it('000-transaction-1: is opt-in', async () => {
    const world = createTransactionWorld({ transaction: { enabled: false } });
    await world.command('rm a.txt');
    assert.deepEqual(world.steps, ['run may continue']);
  });

  const commands: Readonly<Record<string, boolean>> = {
    'rm a.txt': true,
    'ls && rm a.txt': true,
    'odd text': true,
    'unread text': true,
    'ls -la': false,
    'echo rm > /dev/null': false,
  };
  for (const [command, writes] of Object.entries(commands)) {
    it(`000-transaction-2: ${command} is ${writes ? 'copied before it runs' : 'just run'}`, async () => {
      const world = createTransactionWorld();
      await world.command(command);
      const expected = writes ? ['take', 'run to its end', 'ended false'] : ['run may continue'];
      assert.deepEqual(world.steps, expected);
    });
  }

  it('000-transaction-12: a typed command is not copied unless the user turns that on', async () => {
    for (const typed of [false, true]) {
      const world = createTransactionWorld({ transaction: { typed } });
      const call = {
        ...({ tool: 'core__sh', toolCallId: 'call_1', origin: 'user', isKeyed: true } as const),
      };
      await world.call({ command: 'rm a.txt' }, call);
      assert.equal(world.steps.includes('take'), typed);
    }
  });

  it('a tool that runs no command has no copies', async () => {
    const world = createTransactionWorld();
    await world.call({ text: 'rm a.txt' });
    assert.deepEqual(world.steps, []);
  });

  it('003-mcp-5: of a foreign tool what its arguments name is copied, whatever is set for commands', async () => {
    const transaction = { enabled: false, snapshotRequired: true, autoRollback: true };
    const world = createTransactionWorld({ transaction, run: exits(1) });
    await world.foreign('a.txt');
    assert.deepEqual(world.steps, ['take', 'run to its end', 'ended false']);
    assert.equal(world.requests[0]?.reading, undefined);
    assert.deepEqual(
      world.requests[0]?.paths.mentioned?.map(({ given }) => given),
      ['a.txt'],
    );
    await world.foreign();
    assert.equal(world.requests.length, 1, 'nothing is named');
    const unsure = createTransactionWorld({ transaction, taken: tooLarge });
    const outcome = await unsure.foreign('a.txt');
    assert.equal(outcome.status, 'completed');
    assert.match(outcome.text, /\[warning\] This call cannot be undone\. The copies/);
  });

  it('decision 38: a transactional command is never moved to the background', async () => {
    const world = createTransactionWorld();
    await world.command('rm a.txt');
    assert.ok(world.steps.includes('run to its end'));
  });

  it('hands over the reading, the places and the bounds of the policy', async () => {
    const transaction = { scope: ['src/**'], maxBytes: 77, maxEntries: 5, skip: ['out'] };
    const world = createTransactionWorld({ transaction });
    await world.command('rm a.txt');
    const { scope, maxBytes, maxEntries, skip } = world.requests[0]?.limits ?? {};
    assert.deepEqual({ scope, maxBytes, maxEntries, skip }, transaction);
    assert.equal(world.requests[0]?.reading?.text, 'rm a.txt');
    assert.deepEqual(world.requests[0].paths.roots, ['/w']);
  });

  it('000-transaction-4: snapshot_required refuses a command that cannot be copied', async () => {
    const transaction = { snapshotRequired: true };
    const world = createTransactionWorld({ transaction, taken: tooLarge });
    const outcome = await world.command('rm a.txt');
    assert.deepEqual(world.steps, ['take']);
    assert.equal(outcome.failure?.errorCode, 'snapshot_failed');
    assert.equal(outcome.failure.category, 'permanent_failure');
    assert.equal(world.entries[0]?.error_code, 'snapshot_failed');
  });

  it('000-transaction-4: without snapshot_required it runs, and warns that it cannot be rolled back', async () => {
    const world = createTransactionWorld({ taken: tooLarge });
    const outcome = await world.command('rm a.txt');
    assert.deepEqual(world.steps, ['take', 'run may continue']);
    assert.equal(outcome.status, 'completed');
    assert.match(outcome.text, /\[warning\] This call cannot be undone\. The copies/);
  });

  it('a part that breaks its contract is a copy that failed', async () => {
    const taken = () => Promise.reject(new Error('boom'));
    const transaction = { snapshotRequired: true };
    const world = createTransactionWorld({ transaction, taken });
    assert.equal((await world.command('rm a.txt')).failure?.errorCode, 'snapshot_failed');
    assert.ok(world.log.includes('report Error: boom'));
  });

  it('a command that names nothing in the scope just runs', async () => {
    const taken = () => Promise.resolve(succeed(undefined));
    const world = createTransactionWorld({ transaction: { snapshotRequired: true }, taken });
    assert.equal((await world.command('rm a.txt')).status, 'completed');
  });

  it('a stop while the copies are made runs nothing', async () => {
    const taken = () => {
      world.controller.abort();
      return Promise.resolve(fail(failure('cancelled', 'stopped')));
    };
    const world = createTransactionWorld({ taken });
    assert.equal((await world.command('rm a.txt')).status, 'cancelled');
    assert.deepEqual(world.steps, ['take']);
  });
});

describe('an automatic rollback', () => {
  const auto = { autoRollback: true };
  const cases: readonly [string, TransactionWorldOptions, boolean][] = [
    ['a configured exit code', { transaction: auto, run: exits(1) }, true],
    ['another exit code', { transaction: auto, run: exits(3) }, false],
    ['success', { transaction: auto, run: exits(0) }, false],
    ['an exit code that is not known', { transaction: auto, run: exits(-1) }, false],
    ['a configured exit code without auto_rollback', { run: exits(1) }, false],
    ['codes of the person', { transaction: { ...auto, exitCodes: [42] }, run: exits(42) }, true],
    [
      'the hard limit (decision 38)',
      {
        transaction: auto,
        run: () => Promise.resolve({ ok: false, failure: failure('timeout', 'too long') } as const),
      },
      true,
    ],
    [
      'a stop by the person',
      {
        transaction: auto,
        run: () =>
          Promise.resolve({
            ok: false,
            failure: failure('cancelled', 'stopped'),
            value: { exit_code: 1 },
          } as const),
      },
      false,
    ],
  ];
  for (const [what, options, isRolledBack] of cases) {
    it(`${isRolledBack ? 'follows' : 'does not follow'} ${what}`, async () => {
      const world = createTransactionWorld(options);
      await world.command('rm a.txt');
      assert.equal(world.steps.at(-1), `ended ${String(isRolledBack)}`);
    });
  }

  it('000-transaction-6: the report goes to card, audit and model', async () => {
    const world = createTransactionWorld({ transaction: auto, run: exits(1), end: rolledBack });
    const outcome = await world.command('rm a.txt');
    assert.deepEqual(outcome.rollback, report);
    assert.match(outcome.text, /undone\. Restored: a\.txt\. Removed: b\.txt\./);
    const [entry] = world.entries;
    assert.equal(entry?.result, 'rollback');
    assert.deepEqual(entry.rollback, report);
    assert.equal(entry.exit_code, 1);
    assert.equal(world.entries.length, 1, 'it is the row of the call itself');
  });

  it('happens before the result leaves', async () => {
    const world = createTransactionWorld({ transaction: auto, run: exits(1), end: rolledBack });
    await world.command('rm a.txt');
    assert.deepEqual(world.log, ['start', 'audit', 'end']);
    assert.equal(world.steps.at(-1), 'ended true');
  });

  it('a withheld rollback is reported to the model', async () => {
    const end = {
      state: 'withheld',
      message: say`They were not undone, because ${secret}.txt was edited.`,
      notes: [say`A note.`],
    } as const;
    const world = createTransactionWorld({ transaction: auto, run: exits(1), end });
    const outcome = await world.command('rm a.txt');
    assert.match(outcome.text, /were not undone, because .*\.txt was edited/);
    assert.match(outcome.text, /\[warning\] A note\./);
    assert.equal(outcome.text.includes(secret), false);
    assert.equal(world.entries[0]?.result, 'error');
  });

  it('000-transaction-3: partial restore is a hard error', async () => {
    const message = 'The rollback broke off. Restored: a.txt. Not rolled back: b.txt.';
    const end = { state: 'failed', isHard: true, message: asIs(message) } as const;
    const world = createTransactionWorld({ transaction: auto, run: exits(1), end });
    const outcome = await world.command('rm a.txt');
    assert.equal(outcome.failure?.message, message);
    assert.equal(outcome.failure.errorCode, 'execution');
    assert.equal(outcome.rollback, undefined);
    assert.equal(world.entries[0]?.result, 'error');
  });

  it('one that was not begun is a warning', async () => {
    const message = 'Nothing was rolled back (the folder is gone).';
    const end = { state: 'failed', isHard: false, message: asIs(message) } as const;
    const world = createTransactionWorld({ transaction: auto, run: exits(1), end });
    const outcome = await world.command('rm a.txt');
    assert.ok(outcome.text.includes(`[warning] ${message}`));
    assert.equal(outcome.failure, undefined);
  });

  it('is not done after a stop', async () => {
    const run = () => {
      world.controller.abort();
      return Promise.resolve({ ok: true, value: { exit_code: 1 } } as const);
    };
    const world = createTransactionWorld({ transaction: auto, run });
    const outcome = await world.command('rm a.txt');
    assert.equal(world.steps.at(-1), 'ended false');
    assert.equal(outcome.status, 'cancelled');
  });

  for (const [what, end] of [
    ['a rollback that is done', rolledBack],
    ['one that broke off', { state: 'failed', isHard: true, message: say`Half.` }],
  ] as const) {
    it(`a stop while files are put back is too late: ${what} is the answer`, async () => {
      const ended = (): Promise<SnapshotEnd> => {
        world.controller.abort();
        return Promise.resolve(end);
      };
      const taken = () => Promise.resolve(succeed({ ...keptCopies, ended }));
      const world = createTransactionWorld({ transaction: auto, run: exits(1), taken });
      const outcome = await world.command('rm a.txt');
      assert.notEqual(outcome.status, 'cancelled');
      assert.deepEqual(outcome.rollback, end.state === 'failed' ? undefined : report);
      assert.equal(outcome.failure?.message, end.state === 'failed' ? 'Half.' : undefined);
      assert.equal(world.entries.length, 1);
    });
  }

  it('is waited for after a stop, however long it takes', async () => {
    let finish = (): void => undefined;
    const restored = new Promise<SnapshotEnd>((resolve) => {
      finish = () => {
        resolve(rolledBack);
      };
    });
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const ended = (): Promise<SnapshotEnd> => {
      begin();
      return restored;
    };
    const taken = () => Promise.resolve(succeed({ ...keptCopies, ended }));
    const world = createTransactionWorld({ transaction: auto, run: exits(1), taken });
    const outcome = world.command('rm a.txt');
    await begun;
    world.controller.abort();
    world.clock.advance(60_000);
    finish();
    assert.deepEqual((await outcome).rollback, report);
    assert.equal(world.entries[0]?.result, 'rollback');
  });

  it('notes on what cannot be undone are in the answer, without credentials', async () => {
    const end = { state: 'kept', notes: [say`Undo does not cover ${secret}.`] } as const;
    const { text } = await createTransactionWorld({ end }).command('rm a.txt');
    assert.match(text, /\[warning\] Undo does not cover/);
    assert.equal(text.includes(secret), false);
  });

  it('a command that changed nothing says nothing', async () => {
    const world = createTransactionWorld({ end: { state: 'unchanged' } });
    assert.deepEqual((await world.command('rm a.txt')).warnings, []);
  });

  it('the changes are on record under the ids of the call', async () => {
    const world = createTransactionWorld();
    await world.command('rm a.txt');
    assert.deepEqual(world.requests[0]?.by, { sessionId: 's1', toolCallId: 'call_1' });
  });

  it('a tool that throws may have changed files: they are recorded', async () => {
    const world = createTransactionWorld({ run: () => Promise.reject(new Error('boom')) });
    await world.command('rm a.txt');
    assert.equal(world.steps.at(-1), 'ended false');
  });
});
