import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { probesFolder } from './probe-comments';

const run = promisify(execFile);

/** Returns the error output of the generator for a probe, or '' on success. */
async function generate(probe: string): Promise<string> {
  const root = path.join(probesFolder, 'catalogs', probe);
  return run(process.execPath, ['esbuild.config.mjs', '--generate', root]).then(
    () => '',
    (error: unknown) => String(error),
  );
}

const broken: Readonly<Record<string, RegExp>> = {
  'no-definition': /src\/core\/tools\/no-definition\.ts must define a tool/,
  'no-name': /src\/core\/tools\/no-name\.ts must define a tool/,
  'same-name': /tools\/second\.ts defines the tool "read", which src\/core\/tools\/first\.ts/,
  'same-wire': /wire\/second\.ts defines the wire "chat", which src\/core\/wire\/first\.ts/,
  'same-gate': /gates\/second\.ts defines the gate "sandbox", which src\/core\/gates\/first\.ts/,
  'same-rule': /built-in\.toml has two rules named "make"/,
  'bad-rule': /built-in\.toml: .*needs exactly one of exact, prefix, regex and custom/,
};

describe('catalogs', () => {
  for (const [probe, message] of Object.entries(broken)) {
    it(`fail the build on ${probe}, naming the file`, async () => {
      assert.match(await generate(probe), message);
    });
  }

  it('list every file of the folder in sorted order, without parts', async () => {
    assert.equal(await generate('sound'), '');
    const file = path.join(probesFolder, 'catalogs/sound/src/core/tools/catalog.gen.ts');
    const bound = [...readFileSync(file, 'utf8').matchAll(/^import (\w+) from '(.+)';$/gm)];
    assert.deepEqual(
      bound.map(([, name, from]) => [name, from]),
      [
        ['deleteEntry', './delete'],
        ['writeEntry', './write'],
      ],
    );
  });
});
