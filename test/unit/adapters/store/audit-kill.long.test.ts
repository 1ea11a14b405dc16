import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { createTemporaryAudit, type TemporaryAudit } from '../../fakes/temporary-audit';
import { keyInFiles, runAuditWriter } from './audit-writer-process';
import { isSoak } from '../../../soak';

const rounds = isSoak ? 20 : 5;

describe('the audit log when its process is killed', function () {
  this.timeout(600_000);
  const program = path.join(__dirname, 'audit-writer-process.cjs');
  let log: TemporaryAudit;

  before(async () => {
    const resolveDir = path.join(repositoryRoot(), 'test/unit/adapters/store');
    const contents = `import { ${runAuditWriter.name} } from './audit-writer-process';
      void ${runAuditWriter.name}(process.argv[2], process.argv[3]);`;
    await build({
      stdin: { contents, resolveDir, loader: 'ts' },
      bundle: true,
      platform: 'node',
      external: ['sql.js'],
      outfile: program,
      logLevel: 'error',
    });
  });
  after(() => rmSync(program, { force: true }));
  beforeEach(() => {
    log = createTemporaryAudit(keyInFiles);
  });
  afterEach(async () => {
    await log.dispose();
    rmSync(`${log.folder}-secrets`, { recursive: true, force: true });
  });

  it(`shows no tampering, and every acknowledged entry, after ${2 * rounds} kills in two windows`, async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const windows = await Promise.all(['a', 'b'].map((name) => startWriter(`${name}${round}`)));
      await setTimeout((round * 17) % 110);
      for (const kill of windows) acknowledged.push(...(await kill()));
      const found = await log.findings();
      assert.deepEqual(
        found.filter((kind) => kind !== 'torn' && kind !== 'unproven'),
        [],
        `round ${round}`,
      );
    }
    const files = log.names().filter((name) => name.endsWith('.jsonl'));
    const text = files.map((name) => log.read(name).toString()).join('');
    const missing = acknowledged.filter((call) => !text.includes(`"tool_call_id":"${call}"`));
    assert.deepEqual(missing, []);
    assert.ok(acknowledged.length >= 2 * rounds);
    assert.ok(files.some((name) => /\.\d{5}\./.test(name)));
    assert.ok(log.names().includes('audit-heads.json'));
    assert.deepEqual(
      files.filter((name) => /^audit-(?!2\.)/.test(name)),
      [],
    );
  });

  /** Returns a function that kills it and returns the acknowledged entries. */
  async function startWriter(name: string): Promise<() => Promise<readonly string[]>> {
    const child = spawn(process.execPath, [program, log.folder, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(child.stdout, 'data');
    return async () => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
      return Buffer.concat(chunks).toString().split('\n').slice(0, -1);
    };
  }
});

function repositoryRoot(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
