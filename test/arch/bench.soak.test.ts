import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

function runBench(...args: readonly string[]) {
  const options = { encoding: 'utf8', timeout: 500_000 } as const;
  return spawnSync(process.execPath, ['test/bench/run.mjs', ...args], options);
}

describe('npm run bench', () => {
  it('measures our pipeline in memory and on disk, without a rival', () => {
    const { stdout, stderr, status } = runBench('pipeline', '--quick', '--no-rivals');
    assert.equal(status, 0, stderr);
    const rows = stdout.split('\n').filter((line) => line.startsWith('| Gatehouse'));
    assert.deepEqual(
      rows.map((row) => row.split('|')[1]?.trim()),
      [
        'Gatehouse',
        'Gatehouse, the call names a file',
        'Gatehouse, and two bare realpath calls after it',
        'Gatehouse, audit entry flushed to disk *',
        'Gatehouse, and a bare append with fdatasync after it *',
        'Gatehouse',
        'Gatehouse, audit entry flushed to disk',
      ],
    );
    for (const row of rows) assert.match(row, /\| +[\d.]+ \([\d.]+–[\d.]+\) \|/);
  }).timeout(600_000);

  it('measures command decisions and a command with a flood of output, without a budget', () => {
    const { stdout, stderr, status } = runBench('shell', '--quick');
    assert.equal(status, 0, stderr);
    const rows = stdout
      .split('\n')
      .filter((line) => /^\| (?:an|the|1,000|Gatehouse|a bare)/.test(line));
    assert.equal(rows.length, 7, stdout);
    for (const row of rows) assert.match(row, /\| +[\d.]+ \([\d.]+–[\d.]+\) \|/);
  }).timeout(600_000);

  it('measures writing, saving and opening the store, without a budget', () => {
    const { stdout, stderr, status } = runBench('store', '--quick');
    assert.equal(status, 0, stderr);
    const rows = stdout.split('\n').filter((line) => /^\| Gatehouse: an? /.test(line));
    assert.equal(rows.length, 3, stdout);
    for (const row of rows) assert.match(row, /(?:\| +[\d.]+ \/ [\d.]+ ){3}\|$/);
  }).timeout(600_000);

  it('reports the error of the token estimate, without a rival', () => {
    const { stdout, stderr, status } = runBench('tokens', '--quick', '--no-rivals');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /\| gatehouse +\| +1\d\.\d % \|/);
  }).timeout(600_000);

  it('measures finding files and lines in a generated tree, without a rival', () => {
    const { stdout, stderr, status } = runBench('files', '--quick', '--no-rivals');
    assert.equal(status, 0, stderr);
    const rows = stdout.split('\n').filter((line) => line.startsWith('| Gatehouse'));
    assert.equal(rows.length, 3, stdout);
    for (const row of rows) assert.match(row, /\| +[\d.]+ \([\d.]+–[\d.]+\) \|/);
  }).timeout(600_000);

  it('measures the page of a long chat, without a budget', () => {
    const { stdout, stderr, status } = runBench('page', '--quick');
    assert.equal(status, 0, stderr);
    const rows = stdout.split('\n').filter((line) => /^\| (?:100|10,000) items/.test(line));
    assert.equal(rows.length, 3, stdout);
  }).timeout(600_000);

  it("measures a call of an MCP server's tool next to the bare SDK, without a budget", () => {
    const { stdout, stderr, status } = runBench('mcp', '--quick');
    assert.equal(status, 0, stderr);
    const rows = stdout.split('\n').filter((line) => /^\| (?:a call|700 tools|start)/.test(line));
    assert.equal(rows.length, 3, stdout);
    for (const row of rows) assert.match(row, /(?:\| +[\d.]+ \([\d.]+–[\d.]+\) ){2}\|/);
  }).timeout(600_000);
});
