import assert from 'node:assert/strict';
import path from 'node:path';
import { ESLint } from 'eslint';
import { expectedBreaks, probesFolder } from './probe-comments';

const probes = path.join(probesFolder, 'lint');

describe('lint rules', () => {
  it('report exactly the probes that break one', async () => {
    const eslint = new ESLint({
      cwd: probes,
      overrideConfigFile: path.resolve('test/arch/eslint.config.mjs'),
    });
    const results = await eslint.lintFiles(['.']);
    const reported = results.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId }) => {
        const file = path.relative(probes, filePath).replaceAll(path.sep, '/');
        return `${file}: ${ruleId ?? 'inline configuration'}`;
      }),
    );
    assert.deepEqual(reported.sort(), expectedBreaks(probes));
  }).timeout(600_000);
});
