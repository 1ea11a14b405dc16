import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';
import * as source from '../../src/web-tools';
import { leanSelectors } from '../../src/build/lean-selectors';

describe('the bundle of the web tools', () => {
  it('leaves out nothing that selectors use: it reads a page as its source does', async () => {
    const { outputFiles } = await esbuild.build({
      ...{ bundle: true, entryPoints: ['src/web-tools.ts'], format: 'esm', write: false },
      ...{ logLevel: 'silent', minify: true, platform: 'node', plugins: [leanSelectors] },
    });
    const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
    const lean: unknown = await import(`data:text/javascript;base64,${text}`);
    assert.ok(hasReader(lean));
    const body = new TextEncoder().encode(
      '<ul><li class="a b">1<li id=x>2 <a href=/c>c</a></ul><p lang=de>3<p>4',
    );
    const page = {
      url: 'https://example.com/',
      mediaType: 'text/html',
      body,
      isCut: false,
      endsAt: 1,
    };
    const deps = {
      clock: { monotonic: () => 0 },
      pause: () => Promise.resolve(),
      nameOfType: () => undefined,
    };
    const [ours, theirs] = [source.createPageReader(deps), lean.createPageReader(deps)];
    const { signal } = new AbortController();
    for (const select of [
      'li',
      'ul > li:nth-child(2) a',
      '#x ~ *, .a.b',
      'li:has(a)',
      'p:not([lang])',
      'p[lang|=de] + p',
      'li:last-child',
    ]) {
      const query = { select, extract: 'html', limit: 10 };
      const found = await theirs.select(page, query, signal);
      assert.deepEqual(found, await ours.select(page, query, signal), select);
      assert.ok(found.ok, select);
    }
  });
});

function hasReader(module: unknown): module is typeof source {
  return typeof module === 'object' && module !== null && 'createPageReader' in module;
}
