import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import { noFilters } from '../../fakes/filters';
import { openFilters, stripRule } from './filters-world';

const output = 'a\nb\nc\n';

describe('output filters of a window', () => {
  let world: Awaited<ReturnType<typeof openFilters>>;

  beforeEach(async () => {
    world = await openFilters();
    await world.filters.settled();
  });
  afterEach(() => world.close());

  it('leave an output as it is when no rule is for its command', async () => {
    assert.equal(await world.filters.open('mytool'), undefined);
  });

  it('decision 31: take the rules of a file that is made, changed and removed', async () => {
    const { put, event, filtered, ownFile } = world;
    await put(ownFile, stripRule('own', '^a'));
    await event();
    assert.equal(await filtered('mytool', output), 'b\nc\n');
    await put(ownFile, stripRule('own', '^b'));
    await event();
    assert.equal(await filtered('mytool | tail', output), 'a\nc\n');
    await rm(ownFile);
    await event();
    assert.equal(await filtered('mytool', output), undefined);
  });

  it('report what is wrong with a file until it is corrected', async () => {
    const { put, event, told, filters, ownFile } = world;
    await put(ownFile, `${stripRule('bad', '(a+)+$')}${stripRule('good', '^a')}`);
    await event();
    assert.equal(told.length, 1);
    assert.match(
      told[0] ?? '',
      /^filters\.toml, line 1: the rule "bad" is skipped: strategy\.patterns \(item 1\) can backtrack without bound/,
    );
    assert.deepEqual(
      filters.problems().map(({ file, line }) => [file, line]),
      [[ownFile, 1]],
    );
    assert.equal(await world.filtered('mytool', output), 'b\nc\n');
    await put(ownFile, stripRule('good', '^a'));
    await event();
    assert.deepEqual([told, filters.problems()], [[], []]);
  });

  it('take the rules of a workspace only while it is trusted', async () => {
    const { put, filtered, workspace, workspaceFile, watched, filters } = world;
    await put(workspaceFile, stripRule('project', '^a'));
    workspace.listeners.fire();
    assert.equal(await filtered('mytool', output), undefined);
    assert.equal(watched().includes(workspaceFile), false);
    workspace.isTrusted = true;
    workspace.listeners.fire();
    assert.equal(await filtered('mytool', output), 'b\nc\n');
    await filters.settled();
    assert.ok(watched().includes(workspaceFile));
  });

  it("the user's rule of a name takes the place of the workspace's", async () => {
    const { put, event, filtered, workspace, workspaceFile, ownFile } = world;
    workspace.isTrusted = true;
    await put(workspaceFile, stripRule('one', '^a'));
    await put(ownFile, stripRule('one', '^b'));
    await event();
    assert.equal(await filtered('mytool', output), 'a\nc\n');
  });

  it('read the file that the setting names, at once, and refuse a relative one', async () => {
    const { put, filtered, settings, folder, told, filters } = world;
    const file = path.join(folder, 'elsewhere', 'my.toml');
    await put(file, stripRule('own', '^a'));
    settings.path = file;
    settings.listeners.fire();
    assert.equal(await filtered('mytool', output), 'b\nc\n');
    assert.deepEqual(filters.userFile(), { ok: true, value: file });
    settings.path = 'my.toml';
    settings.listeners.fire();
    assert.equal(await filtered('mytool', output), undefined);
    assert.match(told[0] ?? '', /^gatehouse\.filters\.path must be an absolute path\./);
    assert.equal(filters.userFile().ok, false);
  });

  it('try the rules on an output without counting it, and hide credentials', async () => {
    const { put, event, filters, ownFile } = world;
    await put(ownFile, stripRule('own', '^a'));
    await event();
    const secret = `ghp_${'a1B2c3D4e5'.repeat(3)}F6g7h8`;
    const text = `${'a progress of some length\n'.repeat(340)}token ${secret}\n`;
    const trial = await filters.try({ command: 'mytool', text, exitCode: 0 });
    assert.equal(trial.summary, 'own (yours): full, 341 lines -> 1 line, 99.7% filtered');
    assert.equal(trial.isShorter, true);
    assert.doesNotMatch(trial.before + trial.after, new RegExp(secret));
    assert.equal(filters.metrics().full, 0);
  });

  for (const [what, command, text, summary] of [
    [
      'no rule is for the command',
      'other | tail',
      output,
      'no rule matches this command, which is read as "other"',
    ],
    ['nothing fits', 'mytool', 'x\n', 'own (yours): fallback, nothing could be left out'],
    [
      'the gain is small',
      'mytool',
      output,
      /^own \(yours\): full, 3 lines -> 2 lines, 33\.3% filtered/,
    ],
  ] as const) {
    it(`a trial says so when ${what}`, async () => {
      const { put, event, filters, ownFile } = world;
      await put(ownFile, stripRule('own', '^a'));
      await event();
      const trial = await filters.try({ command, text, exitCode: 0 });
      if (typeof summary === 'string') assert.equal(trial.summary, summary);
      else assert.match(trial.summary, summary);
    });
  }
});

describe('output filters before their first command', () => {
  let world: Awaited<ReturnType<typeof openFilters>>;

  beforeEach(async () => {
    world = await openFilters();
  });
  afterEach(() => world.close());

  it('003-filters-9: with the master switch off nothing is loaded, and every output stays raw', async () => {
    const { settings, filters, watched } = world;
    settings.isEnabled = false;
    assert.equal(await filters.open('cargo build'), undefined);
    assert.deepEqual(watched(), []);
  });

  it('have counted nothing and know of no problem', () => {
    const { filters, watched } = world;
    assert.deepEqual(filters.metrics(), noFilters.metrics());
    assert.deepEqual(filters.problems(), []);
    assert.deepEqual(watched(), []);
  });

  it('are loaded by it, and not any more once they are disposed', async () => {
    const { filters, watched, ownFile } = world;
    assert.notEqual(await filters.open('cargo build'), undefined);
    assert.deepEqual(watched(), [ownFile]);
    const other = await openFilters();
    other.filters.dispose();
    assert.equal(await other.filters.open('cargo build'), undefined);
    assert.deepEqual(other.watched(), []);
    await other.close();
  });
});
