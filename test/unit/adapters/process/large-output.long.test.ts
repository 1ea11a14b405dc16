import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { runBash, startBash } from './command-run';

const megabyte = 1024 * 1024;

describe('a flood of output', () => {
  it('decision output-budget: 100 MB grow memory by less than 100 MB, and exactly the excess is cut', async () => {
    await runBash('true');
    const before = process.memoryUsage.rss();
    let most = before;
    const sample = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    let pieces = 0;
    const run = await runBash(
      `yes 0123456789abcde | head -c ${100 * megabyte}; echo no >&2; exit 7`,
      {
        outputByteLimit: megabyte,
        onText: () => (pieces += 1),
      },
    );
    clearInterval(sample);
    assert.equal(run.exitCode, 7);
    assert.equal(run.truncated, true);
    assert.equal(run.stderr, 'no\n');
    const [mark = '', cut = ''] = /\n… (\d+) bytes cut …\n/.exec(run.stdout) ?? [];
    assert.equal(run.stdout.length - mark.length + Number(cut), 100 * megabyte);
    // Whole lines of 17 bytes stay on both sides of the gap.
    assert.ok(Number(cut) - 99 * megabyte < 2 * 17);
    assert.ok(pieces > 1000);
    const grown = (most - before) / megabyte;
    assert.ok(grown < 100, `memory grew by ${grown.toFixed(0)} MB`);
  });

  it('reaches listeners in limited pieces at a limited rate', async () => {
    const command = await startBash(`yes | head -c ${20 * megabyte}`);
    const start = performance.now();
    const sizes: number[] = [];
    command.output.onText((text) => sizes.push(text.length));
    await command.exited;
    assert.ok(sizes.length <= (performance.now() - start) / 48 + 2);
    assert.ok(Math.max(...sizes) < 66 * 1024);
  });

  it('leaves no descriptor open', async () => {
    const count = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
    await runBash('echo warm');
    const before = await count();
    for (let round = 0; round < 5; round += 1) await runBash('echo out; echo err >&2');
    // Closing is asynchronous, also for earlier tests in this process.
    while ((await count()) > before + 1) await setImmediate();
  });
});
