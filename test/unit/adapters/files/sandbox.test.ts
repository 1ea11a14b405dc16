import assert from 'node:assert/strict';
import { readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { ErrorCode } from '../../../../src/core/contracts/failure';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import type { SandboxCase } from './sandbox-case';
import { entryCases } from './sandbox-entry-cases';
import { linkCases } from './sandbox-link-cases';
import { textCases } from './sandbox-text-cases';

const secret = 'outside, must stay';

describe('the file sandbox', () => {
  let ws: TemporaryWorkspace;
  afterEach(() => ws.dispose());

  function setUp({ options, prepare }: SandboxCase): void {
    ws = createTemporaryWorkspace(options);
    ws.put('ws/a.txt', 'inside');
    ws.put('ws/src/b.txt', 'inside');
    ws.put('ws/.env', 'KEY=1');
    ws.put('outside/secret.txt', secret);
    ws.put('outside/more.txt', 'more');
    prepare?.(ws);
  }

  for (const one of [...textCases, ...linkCases, ...entryCases]) {
    const { resolve, read, write } = one;
    const wanted = typeof resolve === 'string' ? resolve : resolve.real;

    it(`${one.name}: ${wanted}`, async () => {
      setUp(one);
      const asked = typeof one.path === 'string' ? one.path : one.path(ws);
      const resolved = await ws.files.resolve(asked);
      if (typeof resolve === 'string') assert.equal(codeOf(resolved), resolve);
      else assert.equal(resolved.ok && path.relative(ws.base, resolved.value.real), resolve.real);

      const readWanted = read ?? (typeof resolve === 'string' ? resolve : undefined);
      const didRead = await ws.files.read(asked, { maxBytes: 1000, signal: quietSignal() });
      if (readWanted !== undefined) assert.equal(codeOf(didRead), readWanted);

      const writeWanted = write ?? (typeof resolve === 'string' ? resolve : undefined);
      if (writeWanted === undefined) return;
      const didWrite = await ws.files.write(asked, 'new', {
        expect: { any: true },
        by,
        signal: quietSignal(),
      });
      assert.equal(codeOf(didWrite), writeWanted);
      assert.equal(readFileSync(`${ws.outside}/secret.txt`, 'utf8'), secret);
      assert.deepEqual(readdirSync(ws.outside), ['more.txt', 'secret.txt']);
    });
  }

  it('000-files-3: a reject is policy_blocked and not retryable', async () => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
    const refused = await ws.files.read('.env', { maxBytes: 10, signal: quietSignal() });
    assert.ok(!refused.ok);
    assert.equal(refused.failure.category, 'policy_blocked');
    assert.equal(refused.failure.retryable, false);
    assert.equal(
      refused.failure.message,
      'The file settings deny access to this path: .env holds the secrets of a project',
    );
  });

  it('000-files-2: symlinks and relative references cannot escape the sandbox', async () => {
    ws = createTemporaryWorkspace();
    const outside = ws.put('outside/a.txt', 'a');
    symlinkSync(ws.outside, `${ws.root}/link`);
    for (const spelled of [outside, 'link/a.txt', '../outside/a.txt', './link/../link/a.txt']) {
      assert.equal(codeOf(await ws.files.resolve(spelled)), 'policy_denied', spelled);
    }
  });

  it('000-files-4: without lists everything inside may be read', async () => {
    ws = createTemporaryWorkspace();
    ws.put('ws/.env', 'KEY=1');
    assert.equal(codeOf(await ws.files.resolve('.env')), 'ok');
  });

  it('refuses a device inside a root without opening it', async () => {
    ws = createTemporaryWorkspace({ roots: ['/../../../../../../../dev'] });
    const refused = await ws.files.read('/dev/zero', { maxBytes: 10, signal: quietSignal() });
    assert.equal(codeOf(refused), 'policy_denied');
  });
});

function codeOf(result: { ok: true } | { ok: false; failure: { errorCode: ErrorCode } }): string {
  return result.ok ? 'ok' : result.failure.errorCode;
}
