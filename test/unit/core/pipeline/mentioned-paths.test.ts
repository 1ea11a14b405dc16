import assert from 'node:assert/strict';
import type { Mention } from '../../../../src/core/contracts/calls/call';
import { asIs } from '../../../../src/core/base/sentence';
import { fail, failure, succeed } from '../../../../src/core/contracts/failure';
import { mentionedPaths } from '../../../../src/core/pipeline/mentioned-paths';

describe('paths that a foreign tool may mean', () => {
  const existing = new Set(['/ws/a', '/two/b', '/run/c', '/home/u/d']);

  /** The paths that are judged; `late` and `impossible` cannot be located. */
  async function judged(text: string, more: Partial<Mention> = {}): Promise<readonly string[]> {
    const found = await mentionedPaths([{ text, isPath: false, ...more }], {
      roots: ['/ws', '/two'],
      separator: '/',
      locate: (path) => {
        if (path.endsWith('late')) return Promise.resolve(fail(failure('timeout', 'late')));
        if (path.endsWith('impossible')) return Promise.resolve(fail(failure('execution', 'no')));
        const asked = path.replace('~', '/home/u');
        const root = asked.startsWith('/ws/') ? '/ws' : undefined;
        const limit = asked.endsWith('.env')
          ? { limit: { verdict: 'deny' as const, why: asIs('') } }
          : {};
        return Promise.resolve(
          succeed({ asked, real: asked, exists: existing.has(asked), root, ...limit }),
        );
      },
      resolve: (given) =>
        Promise.resolve({
          given,
          resolved: succeed({ asked: given, real: given, exists: true, root: '/ws' }),
        }),
    });
    return found.map(({ given }) => given);
  }

  it('003-mcp-2: a relative text counts where it leads to something', async () => {
    assert.deepEqual(await judged('./a'), ['/ws/a']);
    assert.deepEqual(await judged('x/../b'), ['/two/b']);
    assert.deepEqual(await judged('./c'), []);
    assert.deepEqual(await judged('./c', { from: '/run' }), ['/run/c']);
  });

  it('003-mcp-2: an absolute text counts also where it could be created, or is denied', async () => {
    const texts = ['/ws/new', '/elsewhere/new', '/elsewhere/.env', '~/d', '~/new'];
    const found = await Promise.all(texts.map((text) => judged(text)));
    assert.deepEqual(found, [['/ws/new'], [], ['/elsewhere/.env'], ['/home/u/d'], []]);
  });

  it('003-mcp-2: a text that is meant as a path counts always, from the first folder on', async () => {
    const isPath = true;
    const texts = ['new', 'b', '/elsewhere/new', '~/new'];
    const found = await Promise.all(texts.map((text) => judged(text, { isPath })));
    assert.deepEqual(found, [['new'], ['b', '/two/b'], ['/elsewhere/new'], ['/home/u/new']]);
  });

  it('003-mcp-2: what is not located in time counts; what cannot exist does not', async () => {
    assert.deepEqual(await judged('/x/late'), ['/x/late']);
    assert.deepEqual(await judged('/x/impossible'), []);
  });
});
