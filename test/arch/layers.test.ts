import assert from 'node:assert/strict';
import path from 'node:path';
import { expectedBreaks, probesFolder } from './probe-comments';

const probes = path.join(probesFolder, 'layers');

/** Probes are below the packages they import, and types replace a package without code. */
function target(resolved: string): string {
  const [, name] = /node_modules\/(?:@types\/)?((?:@[^/]+\/)?[^/]+)/.exec(resolved) ?? [];
  return name ?? resolved;
}

describe('layer rules', () => {
  it('report exactly the probes that break one', async () => {
    // Loaded dynamically: the package is an ES module, and the tests are CommonJS.
    const { cruise } = await import('dependency-cruiser');
    const { default: extractConfig } =
      await import('dependency-cruiser/config-utl/extract-depcruise-config');
    const { options, ...ruleSet } = await extractConfig(path.resolve('test/arch/layers.cjs'));
    const { output } = await cruise(['src', 'webview', 'test'], {
      ...options,
      baseDir: probes,
      ruleSet,
      validate: true,
    });
    assert.ok(typeof output === 'object');
    const reported = output.summary.violations.map(({ rule, from, to }) =>
      from === to ? `${from}: ${rule.name}` : `${from}: ${rule.name} -> ${target(to)}`,
    );
    assert.deepEqual(reported.sort(), expectedBreaks(probes));
  }).timeout(300_000);
});
