import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { formatOwner } from '../../../../../src/adapters/leases/leases';
import { WindowClaims } from '../../../../../src/host/panel/history/window-claims';
import { createFakeClock } from '../../../fakes/clock';
import { fakeMachine, fakeProcesses, type FakeProcesses } from '../../../fakes/processes';

describe('which window has a chat open', () => {
  let root: string;
  let folder: string;
  let alive: Set<number>;
  let warnings: string[];

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'gatehouse-claims-'));
    folder = path.join(root, 'windows');
    alive = new Set([1, 2]);
    warnings = [];
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  function open(pid: number, more: Partial<FakeProcesses> = {}) {
    return new WindowClaims({
      ...{ folder, token: `t${pid}`, clock: createFakeClock(Date.now()) },
      processes: fakeProcesses({ pid, isAlive: (each) => alive.has(each), ...more }),
      warn: (message) => void warnings.push(message),
    });
  }

  const fileOf = (pid: number, machine = fakeMachine) =>
    `${formatOwner({ machine, pid, start: pid.toString(16).padStart(8, '0'), token: `t${pid}` })}.json`;

  it('is the first that claims it; the other goes without until it is closed there', async () => {
    const [one, two] = [open(1), open(2)];
    assert.equal(await one.claim('s1'), true);
    assert.equal(await two.claim('s1'), false);
    assert.equal(await two.claim('s2'), true);
    one.setOpen([], []);
    await one.settled();
    assert.equal(await two.claim('s1'), true);
    assert.deepEqual(warnings, []);
  });

  it('is asked for without a trace while another window has it', async () => {
    await open(1).claim('s1');
    assert.equal(await open(2).claim('s1'), false);
    assert.deepEqual(await readdir(folder), [fileOf(1)]);
  });

  it('is never both of two that claim it at the same moment', async () => {
    const got = await Promise.all([open(1).claim('s1'), open(2).claim('s1')]);
    assert.ok(got.filter(Boolean).length <= 1, String(got));
  });

  it('keeps a chat that is claimed and still loads, and one that continues', async () => {
    const [one, two] = [open(1), open(2)];
    await one.claim('s1');
    one.setOpen([], ['s1']);
    await one.settled();
    assert.equal(await two.claim('s1'), false);
    one.setOpen(['s1'], ['s1']);
    await one.settled();
    assert.equal(await two.claim('s1'), false);
    assert.equal(await one.claim('s1'), true);
  });

  it('is none that has died: what it left is deleted', async () => {
    await open(1).claim('s1');
    alive.delete(1);
    assert.equal(await open(2).claim('s1'), true);
    assert.deepEqual(await readdir(folder), [fileOf(2)]);
  });

  it('lists the open chats of a crashed window, newest first, even after a claim deleted its file', async () => {
    const dead = open(1);
    dead.setOpen(['s3', 's1', 's2'], []);
    await dead.settled();
    const living = open(3, { isAlive: () => true });
    living.setOpen(['s9'], []);
    await living.settled();
    alive.delete(1);
    alive.add(3);
    const next = open(2);
    assert.equal(await next.claim('s1'), true);
    assert.deepEqual(await next.left(), ['s3', 's1', 's2']);
    assert.deepEqual(await open(4).left(), []);
  });

  it('is none from before the machine was started, whoever has its number now', async () => {
    await open(1).claim('s1');
    const startTime = () => 'aaaaaaaa';
    assert.equal(await open(2, { startTime }).claim('s1'), true);
  });

  it('may be on another machine, for a day', async () => {
    await open(77, { machine: '01234567' }).claim('s1');
    assert.equal(await open(2).claim('s1'), false);
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(path.join(folder, fileOf(77, '01234567')), old, old);
    assert.equal(await open(2).claim('s1'), true);
  });

  it('ignores damaged files, and leaves nothing when it closes', async () => {
    const one = open(1);
    await one.claim('s0');
    await writeFile(path.join(folder, '2-x.json'), '{"machine":"here","sessions":["s1",5');
    assert.equal(await one.claim('s1'), true);
    await one.close();
    assert.deepEqual(await readdir(folder), ['2-x.json']);
  });

  it('that cannot be written is logged and does not block the chat', async () => {
    await writeFile(folder, 'a file');
    assert.equal(await open(1).claim('s1'), true);
    assert.equal(warnings.length, 1);
  });

  it('writes nothing while no chat is open', async () => {
    const one = open(1);
    one.setOpen([], []);
    await one.settled();
    assert.deepEqual(await readdir(root), []);
  });
});
