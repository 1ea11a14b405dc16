import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageJson from '../../package.json';

/** Stands in for VS Code: runs the suite that it is given. */
const editor = `#!${process.execPath}
const given = process.argv.find((each) => each.startsWith('--extensionTestsPath='));
console.log('display', process.env.DISPLAY);
require(given.slice(given.indexOf('=') + 1)).run().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;

describe('npm run test:desktop', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-desktop-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, text: string): string {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o755 });
    return file;
  }

  function run(suite: string, env: NodeJS.ProcessEnv) {
    const home = path.join(folder, 'home');
    const programs = path.join(folder, 'bin');
    for (const each of [home, programs]) mkdirSync(each);
    const args = ['test/harness/run-suite.mjs', '--desktop', write('suite.cjs', suite)];
    const own = { PATH: programs, HOME: home, TMPDIR: folder, ...env };
    return spawnSync(process.execPath, args, { encoding: 'utf8', env: own, timeout: 60_000 });
  }

  it('is the suites of VS Code, in its desktop only', () => {
    const script = packageJson.scripts['test:desktop'];
    assert.match(script, /run-suite\.mjs --desktop .*out\/test\/vscode\/index\.js$/);
  });

  it('runs the suite in the editor that is there', function () {
    if (process.platform === 'win32') this.skip();
    const VSCODE_EXECUTABLE = write('editor', editor);
    const suite = `exports.run = async () => console.log('the suite ran');`;
    const { status, stdout, stderr } = run(suite, { VSCODE_EXECUTABLE, DISPLAY: ':7' });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /the suite ran/);
  });

  it('fails when the suite does', function () {
    if (process.platform === 'win32') this.skip();
    const VSCODE_EXECUTABLE = write('editor', editor);
    const suite = `exports.run = async () => { throw new Error('one test failed'); };`;
    const { status } = run(suite, { VSCODE_EXECUTABLE, DISPLAY: ':7' });
    assert.equal(status, 1);
  });

  it('says why the suites did not run where nothing can show a window', function () {
    if (process.platform !== 'linux') this.skip();
    const { status, stderr } = run('', {});
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^The suites did not run in desktop VS Code: there is no display and no Xvfb .*\.$/m,
    );
  });

  it('says why the suites did not run where there is no editor', function () {
    if (process.platform !== 'linux') this.skip();
    // Whatever answers is not the update server.
    const refused = write('refused.mjs', `globalThis.fetch = async () => ({ status: 503 });`);
    const { status, stderr } = run('', { DISPLAY: ':7', NODE_OPTIONS: `--import=${refused}` });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /none is installed, and update\.code\.visualstudio\.com gives none: it answers 503/,
    );
  });
});
