import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { DemoCopies } from '../../../../src/host/demo/demo-copies';
import { createFakeClock } from '../../fakes/clock';
import { fakeProcesses } from '../../fakes/processes';

const hour = 60 * 60_000;

describe('copies of the demo', () => {
  let root: string;
  let parent: string;
  let source: string;
  let alive: Set<number>;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'gatehouse-copies-')));
    [parent, source] = [path.join(root, 'tmp'), path.join(root, 'demo')];
    await mkdir(parent);
    await mkdir(source);
    await writeFile(path.join(source, 'package.json'), '{}');
    alive = new Set([1, 2, 3]);
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  /** A window of the process `pid`. */
  const open = (pid: number) =>
    new DemoCopies({
      ...{ parent, token: `t${pid}`, clock: createFakeClock(Date.now()) },
      processes: fakeProcesses({ pid, isAlive: (each) => alive.has(each) }),
    });

  /** As if nothing had changed in it for two hours. */
  const age = async (copy: string) => {
    const then = (Date.now() - 2 * hour) / 1000;
    await utimes(path.dirname(copy), then, then);
  };

  it('are the whole project in a folder of their own', async () => {
    const copy = await open(1).make(source);
    assert.equal(path.basename(copy), 'corner-shop');
    assert.deepEqual(await readdir(copy), ['package.json']);
    assert.notEqual(copy, await open(1).make(source));
  });

  it('are removed with the next one if no window has them open', async () => {
    const [closed, crashed] = [await open(1).make(source), await open(1).make(source)];
    await open(2).hold([crashed]);
    alive.delete(2);
    for (const each of [closed, crashed]) await age(each);
    const next = await open(1).make(source);
    assert.deepEqual([closed, crashed, next].map(existsSync), [false, false, true]);
    assert.deepEqual(await readdir(parent), [path.basename(path.dirname(next))]);
  });

  it('stay while a window has them open', async () => {
    const copy = await open(1).make(source);
    await open(2).hold([copy]);
    await age(copy);
    await open(1).make(source);
    assert.ok(existsSync(copy));
  });

  it('are free once their window is closed', async () => {
    const copy = await open(1).make(source);
    const window = open(2);
    await window.hold([copy]);
    window.dispose();
    alive.delete(2);
    await age(copy);
    await open(1).make(source);
    assert.equal(existsSync(copy), false);
  });

  it('stay while a window may still be opening them', async () => {
    const copy = await open(1).make(source);
    await open(1).make(source);
    assert.ok(existsSync(copy));
  });

  it('are nothing else: no other folder is removed or written to', async () => {
    const other = path.join(parent, 'gatehouse-demo-mine');
    await mkdir(path.join(root, 'gatehouse-demo-abcdef', 'corner-shop'), { recursive: true });
    await mkdir(other);
    const linked = path.join(parent, 'gatehouse-demo-abcdef');
    await symlink(path.join(root, 'gatehouse-demo-abcdef'), linked);
    const window = open(2);
    await window.hold([source]);
    await window.hold([path.join(root, 'gatehouse-demo-abcdef', 'corner-shop')]);
    for (const each of [other, linked]) await age(path.join(each, 'corner-shop'));
    await open(1).make(source);
    assert.ok(existsSync(other) && existsSync(path.join(linked, 'corner-shop')));
    assert.deepEqual(await readdir(linked), ['corner-shop']);
    assert.deepEqual(await readdir(root), ['demo', 'gatehouse-demo-abcdef', 'tmp']);
  });
});
