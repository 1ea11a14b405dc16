import assert from 'node:assert/strict';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { DiagnosticsReport } from '../../../../src/core/ports/diagnostics';
import type { Result } from '../../../../src/core/contracts/failure';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';
import { isRunning } from '../process/command-run';
import { createFakeCargo, printing, type FakeCargo } from './fake-cargo';

const manifest = '[package]\nname = "demo"\n';

describe('cargo diagnostics', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/secrets/**'] });
    ws.put('ws/Cargo.toml', manifest);
    for (const file of ['lib.rs', 'main.rs', 'secrets/key.rs']) ws.put(`ws/src/${file}`, '');
    ws.put('ws/tests/t.rs', '');
  });
  afterEach(() => ws.dispose());

  const ask = (cargo: FakeCargo, at?: string, signal = new AbortController().signal) =>
    cargo.ofCargo('check', { path: at, max: 50, signal });
  const told = (found: Result<DiagnosticsReport>) => {
    assert.ok(found.ok, 'it answers');
    const { items, warnings } = found.value;
    return { files: items.map(({ file }) => path.relative(ws.base, file)), warnings };
  };

  for (const kind of ['check', 'clippy'] as const) {
    it(`003-diagnostics-1: runs cargo ${kind} and returns each problem once, with its canonical file`, async () => {
      const recorded = readFileSync(path.resolve('test/fixtures/cargo', `${kind}.txt`), 'utf8');
      const script = `process.stdout.write(${JSON.stringify(recorded)}); process.exitCode = 101;`;
      const cargo = createFakeCargo(ws, { script });
      const signal = new AbortController().signal;
      const found = await cargo.ofCargo(kind, { path: undefined, max: 50, signal });
      assert.ok(found.ok);
      const { items, total, warnings } = found.value;
      assert.deepEqual([items.length, total, warnings], [4, 4, []]);
      assert.equal(items[0]?.severity, 'error');
      assert.equal(items[0].file, path.join(ws.root, 'src/main.rs'));
      const args = [kind, '--message-format=json', '--all-targets', '--workspace', '--keep-going'];
      assert.deepEqual(cargo.calls()[0]?.args, args);
    });
  }

  it('003-diagnostics-3: returns an empty list and a warning without cargo', async () => {
    const found = told(await ask(createFakeCargo(ws, { script: undefined })));
    assert.deepEqual(found.files, []);
    assert.match(found.warnings[0] ?? '', /^cargo is not installed/);
  });

  it('does not run a cargo from the workspace', async () => {
    const script = printing([{ file: 'src/lib.rs' }]);
    const planted = createFakeCargo(ws, { script, folder: 'ws/bin' });
    assert.match(told(await ask(planted)).warnings[0] ?? '', /^cargo is not installed/);
    symlinkSync(path.join(ws.root, 'bin'), path.join(ws.base, 'linked'));
    const linked = createFakeCargo(ws, { script: undefined, folder: 'linked' });
    assert.match(told(await ask(linked)).warnings[0] ?? '', /^cargo is not installed/);
    assert.deepEqual(linked.calls(), []);
  });

  it('passes on no secrets and requests no colors', async () => {
    const env = {
      CARGO_REGISTRY_TOKEN: 'secret',
      GITHUB_TOKEN: 'x',
      LD_PRELOAD: 'x',
      RUSTFLAGS: '-v',
    };
    const cargo = createFakeCargo(ws, { script: printing([]), env });
    await ask(cargo);
    const given = cargo.calls()[0]?.env ?? {};
    assert.deepEqual(
      ['CARGO_REGISTRY_TOKEN', 'GITHUB_TOKEN', 'LD_PRELOAD', 'FORCE_COLOR'].filter(
        (name) => name in given,
      ),
      [],
    );
    assert.deepEqual([given['RUSTFLAGS'], given['CARGO_TERM_COLOR']], ['-v', 'never']);
  });

  describe('in a Cargo workspace', () => {
    beforeEach(() => {
      for (const name of ['a', 'b']) {
        ws.put(`ws/crates/${name}/Cargo.toml`, manifest);
        ws.put(`ws/crates/${name}/src/lib.rs`, '');
      }
    });
    const of = () =>
      createFakeCargo(ws, {
        script: printing([{ file: 'crates/a/src/lib.rs' }, { file: 'crates/b/src/lib.rs' }]),
        workspaceManifest: path.join(ws.root, 'Cargo.toml'),
      });

    it('checks all packages when the whole workspace is requested', async () => {
      const cargo = of();
      assert.deepEqual(told(await ask(cargo)).files, [
        'ws/crates/a/src/lib.rs',
        'ws/crates/b/src/lib.rs',
      ]);
      assert.deepEqual(
        cargo.calls().map(({ cwd, args }) => [cwd, args.includes('--workspace')]),
        [[ws.root, true]],
      );
    });

    it('checks the nearest package of a path, and reports problems in that path', async () => {
      const cargo = of();
      const found = told(await ask(cargo, 'crates/a/src'));
      assert.deepEqual(found.files, ['ws/crates/a/src/lib.rs']);
      assert.match(found.warnings[0] ?? '', /^1 problem is elsewhere in the project/);
      const { cwd, args } = cargo.calls()[0] ?? {};
      assert.deepEqual(
        [cwd, args?.includes('--workspace')],
        [path.join(ws.root, 'crates/a'), false],
      );
    });

    it('checks a package outside the Cargo workspace in its own folder', async () => {
      const own = path.join(ws.root, 'crates/a/Cargo.toml');
      const script = printing([{ file: 'src/lib.rs' }], own);
      const workspaceManifest = path.join(ws.base, 'elsewhere/Cargo.toml');
      const cargo = createFakeCargo(ws, { script, workspaceManifest });
      assert.deepEqual(told(await ask(cargo)).files, ['ws/crates/a/src/lib.rs']);
    });
  });

  it('000-files-5: reports nothing about a denied or outside file', async () => {
    const outside = ws.put('outside/x.rs', '');
    symlinkSync(outside, path.join(ws.root, 'src/link.rs'));
    const files = [
      'src/secrets/key.rs',
      outside,
      'src/link.rs',
      '/etc/passwd',
      'src/none.rs',
      '<anon>',
    ];
    const cargo = createFakeCargo(ws, {
      script: printing([
        ...files.map((file) => ({ file, message: 'TELLTALE' })),
        { file: 'src/lib.rs' },
      ]),
    });
    const found = await ask(cargo);
    assert.deepEqual(told(found), {
      files: ['ws/src/lib.rs'],
      warnings: ['6 problems are in files that are outside the workspace or may not be read.'],
    });
    assert.doesNotMatch(JSON.stringify(found), /TELLTALE/);
  });

  it('000-files-7: a path outside is `policy_denied`, and nothing runs', async () => {
    const cargo = createFakeCargo(ws, { script: printing([]) });
    for (const at of ['../outside', '/etc', 'src/secrets/key.rs']) {
      const found = await ask(cargo, at);
      assert.equal(!found.ok && found.failure.errorCode, 'policy_denied', at);
    }
    assert.deepEqual(cargo.calls(), []);
  });

  it('reports a missing project and does not search above the open folder', async () => {
    ws.dispose();
    ws = createTemporaryWorkspace({});
    ws.put('Cargo.toml', manifest);
    ws.put('ws/src/a.rs', '');
    const cargo = createFakeCargo(ws, { script: printing([]) });
    for (const at of [undefined, 'src', 'src/a.rs']) {
      const found = await ask(cargo, at);
      assert.match(found.ok ? '' : found.failure.message, /^There is no Cargo\.toml/);
    }
    const missing = await ask(cargo, 'none.rs');
    assert.match(missing.ok ? '' : missing.failure.message, /No such file or folder/);
    assert.deepEqual(cargo.calls(), []);
  });

  it('checks each open folder that is a project', async () => {
    ws.dispose();
    ws = createTemporaryWorkspace({ roots: ['ws', 'outside', 'third'] });
    for (const name of ['ws', 'third']) {
      ws.put(`${name}/Cargo.toml`, manifest);
      ws.put(`${name}/src/lib.rs`, '');
    }
    const cargo = createFakeCargo(ws, { script: printing([{ file: 'src/lib.rs' }]) });
    assert.deepEqual(told(await ask(cargo)).files, ['third/src/lib.rs', 'ws/src/lib.rs']);
  });

  it('omits --keep-going where cargo does not know it', async () => {
    const script = `if (args.includes('--keep-going')) {
      console.error("error: unexpected argument '--keep-going' found"); process.exitCode = 1;
    } else { ${printing([{ file: 'src/lib.rs' }])} }`;
    const cargo = createFakeCargo(ws, { script });
    assert.deepEqual(told(await ask(cargo)).files, ['ws/src/lib.rs']);
    assert.equal(cargo.calls().length, 2);
  });

  it('003-diagnostics-3: a missing clippy is a warning', async () => {
    const script = "console.error('error: no such command: `clippy`'); process.exitCode = 101;";
    const cargo = createFakeCargo(ws, { script });
    const signal = new AbortController().signal;
    const found = told(await cargo.ofCargo('clippy', { path: undefined, max: 5, signal }));
    assert.match(found.warnings[0] ?? '', /^clippy is not installed/);
  });

  it('fails with the output of cargo when it reports no problem in the code', async () => {
    const script = "console.error('error: failed to parse manifest'); process.exitCode = 101;";
    const found = await ask(createFakeCargo(ws, { script }));
    assert.ok(!found.ok);
    assert.equal(found.failure.errorCode, 'execution');
    assert.match(found.failure.message, /exit code 101:\nerror: failed to parse manifest$/);
  });

  it('skips garbage, overlong lines and bytes that are not text', async () => {
    const script = `process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a]));
      process.stdout.write('not json\\n{"reason":\\n' + '{'.repeat(2 * 1024 * 1024) + '\\n');
      ${printing([{ file: 'src/lib.rs' }])}`;
    assert.deepEqual(told(await ask(createFakeCargo(ws, { script }))), {
      files: ['ws/src/lib.rs'],
      warnings: ['1 line of cargo output was too long to read.'],
    });
  });

  it('keeps the worst of very many problems', async () => {
    const many = Array.from({ length: 2500 }, (_, at) => ({
      file: 'src/lib.rs',
      message: `m${at}`,
    }));
    const error = { file: 'src/main.rs', level: 'error' };
    const found = await ask(createFakeCargo(ws, { script: printing([...many, error]) }));
    assert.ok(found.ok);
    assert.deepEqual([found.value.items.length, found.value.items[0]?.severity], [50, 'error']);
    assert.match(
      found.value.warnings[0] ?? '',
      /^There are more than 2000 problems of one severity/,
    );
  });

  describe('a cargo that does not finish', () => {
    /** Starts a child that would continue alone, and reports it with a file. */
    const hanging = (): string => `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit' });
      fs.writeFileSync(${JSON.stringify(path.join(ws.base, 'pids'))}, process.pid + ' ' + child.pid);
      process.on('SIGTERM', () => undefined);
      setInterval(() => 0, 1000);`;
    const started = async (): Promise<readonly number[]> => {
      const file = path.join(ws.base, 'pids');
      while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return readFileSync(file, 'utf8').split(' ').map(Number);
    };

    it('is killed with its children when the call is stopped', async () => {
      const stop = new AbortController();
      const asked = ask(createFakeCargo(ws, { script: hanging() }), undefined, stop.signal);
      const pids = await started();
      stop.abort();
      const found = await asked;
      assert.equal(!found.ok && found.failure.errorCode, 'cancelled');
      assert.deepEqual(await Promise.all(pids.map(isRunning)), [false, false]);
    });

    it('is killed with its children when the time is up', async () => {
      const cargo = createFakeCargo(ws, { script: hanging() });
      const asked = ask(cargo);
      const pids = await started();
      cargo.timeIsOver();
      const found = await asked;
      assert.equal(!found.ok && found.failure.errorCode, 'timeout');
      assert.deepEqual(await Promise.all(pids.map(isRunning)), [false, false]);
    });

    it('is killed when it writes endlessly', async () => {
      const script = `const block = Buffer.alloc(1024 * 1024, 'x'.repeat(99) + '\\n');
        const write = () => { while (process.stdout.write(block)); process.stdout.once('drain', write); };
        write();`;
      const found = told(await ask(createFakeCargo(ws, { script })));
      assert.match(found.warnings[0] ?? '', /printed too much output/);
    });

    it('does not start if the call was stopped before', async () => {
      const cargo = createFakeCargo(ws, { script: printing([]) });
      const found = await ask(cargo, undefined, AbortSignal.abort());
      assert.equal(!found.ok && found.failure.errorCode, 'cancelled');
      assert.deepEqual(cargo.calls(), []);
    });
  });

  it('does not wait for processes that a build leaves running with its output open', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const options = { stdio: 'inherit', detached: true };
      const child = spawn(process.execPath, ['-e', 'setTimeout(() => 0, 20000)'], options);
      fs.writeFileSync(${JSON.stringify(path.join(ws.base, 'left'))}, String(child.pid));
      child.unref();
      ${printing([{ file: 'src/lib.rs' }])}`;
    assert.deepEqual(told(await ask(createFakeCargo(ws, { script }))).files, ['ws/src/lib.rs']);
    const left = Number(readFileSync(path.join(ws.base, 'left'), 'utf8'));
    assert.equal(await isRunning(left), true);
    process.kill(left, 'SIGKILL');
  });
});
