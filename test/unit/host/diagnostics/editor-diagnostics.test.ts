import assert from 'node:assert/strict';
import { failure, fail } from '../../../../src/core/contracts/failure';
import type { DiagnosticItem } from '../../../../src/core/ports/diagnostics';
import type { Files } from '../../../../src/core/ports/files';
import {
  createEditorDiagnostics,
  type FileProblems,
} from '../../../../src/host/diagnostics/editor-diagnostics';
import { createFakeClock } from '../../fakes/clock';
import { createFakeFiles } from '../../fakes/files';
import { createFakeActivity } from './fake-activity';

function problem(message: string, line = 1): Omit<DiagnosticItem, 'file'> {
  return { severity: 'error', message, line, col: 1, source: 'ts' };
}

interface Given {
  readonly problems?: readonly FileProblems[];
  readonly open?: readonly string[];
  /** What `files.resolve` refuses. */
  readonly denied?: readonly string[];
}

function world({ problems = [], open = ['/ws/a.ts'], denied = [] }: Given) {
  const clock = createFakeClock();
  const activity = createFakeActivity(clock);
  const inner = createFakeFiles({ 'a.ts': '', 'src/b.ts': '', 'src/c.ts': '' });
  const resolve: Files['resolve'] = (path) =>
    denied.includes(path)
      ? Promise.resolve(fail(failure('policy_denied', 'Denied.')))
      : inner.resolve(path);
  const ofEditor = createEditorDiagnostics({
    files: { resolve },
    workspace: { separator: () => '/', caseSensitive: () => true },
    problems: { all: () => problems, openFiles: () => open },
    activity,
    clock,
  });
  const ask = (path?: string, max = 50, signal = new AbortController().signal) =>
    ofEditor({ path, max, signal });
  const told = async (path?: string) => {
    const found = await ask(path);
    assert.ok(found.ok);
    return found.value.items.map(({ file, line, message }) => `${file}:${line} ${message}`);
  };
  return { ask, told, activity, clock };
}

const everywhere: readonly FileProblems[] = [
  { path: '/ws/src/b.ts', problems: [problem('two', 9), problem('one', 2)] },
  { path: '/ws/a.ts', problems: [problem('three')] },
  { path: '/ws/src/c.ts', problems: [] },
  { path: '/ws/gone.ts', problems: [problem('stale')] },
  { path: '/elsewhere/x.ts', problems: [problem('outside')] },
];

describe('problems as VS Code shows them', () => {
  it('are those of the workspace, of files that are there', async () => {
    assert.deepEqual(await world({ problems: everywhere }).told(), [
      '/ws/a.ts:1 three',
      '/ws/src/b.ts:2 one',
      '/ws/src/b.ts:9 two',
    ]);
  });

  it('are those of a path when one is given', async () => {
    const { told } = world({ problems: everywhere });
    assert.deepEqual(await told('src'), ['/ws/src/b.ts:2 one', '/ws/src/b.ts:9 two']);
    assert.deepEqual(await told('a.ts'), ['/ws/a.ts:1 three']);
    assert.deepEqual(await told('src/c.ts'), []);
  });

  it('000-files-5: are none of a file that may not be read, nor counted', async () => {
    const found = await world({ problems: everywhere, denied: ['/ws/a.ts'] }).ask();
    assert.ok(found.ok);
    assert.equal(found.value.total, 2);
    assert.doesNotMatch(JSON.stringify(found.value), /a\.ts|three/);
  });

  it('are at most as many as asked for, and all are counted', async () => {
    const found = await world({ problems: everywhere }).ask(undefined, 1);
    assert.deepEqual(found.ok && [found.value.items.length, found.value.total], [1, 3]);
  });

  it('have messages of bounded length', async () => {
    const problems = [{ path: '/ws/a.ts', problems: [problem('x'.repeat(5000))] }];
    const found = await world({ problems }).ask();
    assert.equal(found.ok && found.value.items[0]?.message.length, 1001);
  });

  for (const [title, given, path, warns] of [
    ['an open file', { open: ['/ws/src/c.ts'] }, 'src/c.ts', false],
    ['a file that is not open', {}, 'src/c.ts', true],
    ['a folder with an open file', { open: ['/ws/src/c.ts'] }, 'src', false],
    ['a folder without', {}, 'src', true],
    ['the workspace with an open file', {}, undefined, false],
    ['the workspace without', { open: ['/elsewhere/x.ts'] }, undefined, true],
  ] as const) {
    it(`when there are none of ${title}, ${warns ? 'may be unknown' : 'are none'}`, async () => {
      const found = await world(given).ask(path);
      assert.ok(found.ok);
      assert.equal(found.value.warnings.length, warns ? 1 : 0);
      if (warns) assert.match(found.value.warnings[0] ?? '', /is open in an editor/);
    });
  }

  it('are refused for a path outside, and for one that is not there', async () => {
    const { ask } = world({ problems: everywhere });
    const outside = await ask('../x');
    assert.equal(!outside.ok && outside.failure.errorCode, 'policy_denied');
    const missing = await ask('none.ts');
    assert.match(missing.ok ? '' : missing.failure.message, /^No such file or folder: none\.ts$/);
  });

  it('are asked for when language servers are quiet', async () => {
    const problems: FileProblems[] = [];
    const { ask, activity, clock } = world({ problems });
    activity.change();
    const waits = activity.waited();
    const asked = ask();
    await waits;
    problems.push({ path: '/ws/a.ts', problems: [problem('late')] });
    clock.advance(3000);
    const found = await asked;
    assert.equal(found.ok && found.value.items[0]?.message, 'late');
  });

  it('are not reported when the call was stopped', async () => {
    const found = await world({ problems: everywhere }).ask(undefined, 50, AbortSignal.abort());
    assert.equal(!found.ok && found.failure.errorCode, 'cancelled');
  });
});
