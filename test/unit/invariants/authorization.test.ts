import { say } from '../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import * as z from 'zod';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import { defineTool } from '../../../src/core/contracts/tools/define-tool';
import { succeed } from '../../../src/core/contracts/failure';
import type { Authorization, AuthorizationRequest } from '../../../src/core/ports/authorization';
import { createAuthorization } from '../../../src/host/policy/admission';
import { createTemporaryWorkspace } from '../fakes/temporary-workspace';
import { createProduct, productContext, type Product, type ProductOptions } from './product';
import { sampleCalls } from './sample-calls';

/** A tool whose arguments are named like an identity. */
function impostor(): BoundTool {
  const name = z.string().optional().describe('A name');
  const definition = defineTool<object>()({
    name: 'impostor',
    title: say`Claim`,
    description: 'Claims to be another.',
    effect: 'read_only',
    kind: 'other',
    input: z.strictObject({ actorId: name, subjectId: name, tenantId: name, sessionId: name }),
    output: z.object({ said: z.string() }),
    redact: ['said'],
    cacheable: false,
    needs: [],
    subject: () => ({ text: '', reads: [], writes: [] }),
    label: () => 'claim',
    run: () => Promise.resolve(succeed({ said: 'me' })),
    toModel: ({ said = '' }) => said,
  });
  return bindTool(definition, {});
}

const claims = { actorId: 'admin', subjectId: 'admin', tenantId: 'other', sessionId: 's9' };

describe('authorization of a call', () => {
  let product: Product;

  function open(options: ProductOptions): Product {
    product = createProduct(options);
    product.workspace.put('ws/a.txt', 'one\n');
    return product;
  }

  /** A port that records its requests. */
  function watched(answer: Authorization['check']) {
    const requests: AuthorizationRequest[] = [];
    const check: Authorization['check'] = (request) => {
      requests.push(request);
      return answer(request);
    };
    return { requests, authorization: { check } };
  }

  afterEach(() => product.dispose());

  it('INV-F1: in an untrusted workspace no call runs; each is `authz_denied`, typed ones too', async () => {
    const workspace = createTemporaryWorkspace({ trusted: false });
    open({ workspace, authorization: createAuthorization(workspace) });
    for (const { id } of product.tools) {
      const outcome = await product.call(id, sampleCalls[id]);
      assert.equal(outcome.failure?.errorCode, 'authz_denied', id);
      const typed = await product.call(id, sampleCalls[id], { origin: 'user' });
      assert.equal(typed.failure?.errorCode, 'authz_denied', id);
    }
    assert.deepEqual(product.terminals.commands, []);
    assert.equal(product.events.filter(({ type }) => type === 'running').length, 0);
  });

  const failures: Readonly<Record<string, readonly [Authorization['check'], string]>> = {
    denies: [() => ({ allowed: false, reason: 'No.' }), 'authz_denied'],
    'denies asynchronously': [
      () => Promise.resolve({ allowed: false, reason: 'No.' }),
      'authz_denied',
    ],
    rejects: [() => Promise.reject(new Error('down')), 'authz_unavailable'],
    throws: [
      () => {
        throw new Error('down');
      },
      'authz_unavailable',
    ],
  };
  for (const [how, [check, code]] of Object.entries(failures)) {
    it(`INV-F1: an authorization port that ${how} stops the call with ${code}`, async () => {
      open({ authorization: { check } });
      const outcome = await product.call('core__bash', { command: 'echo one' });
      assert.equal(outcome.failure?.errorCode, code);
      assert.equal(outcome.failure.category, 'policy_blocked');
      assert.deepEqual(product.terminals.commands, []);
      assert.equal(product.audit()[0]?.error_code, code);
    });
  }

  it('INV-F1: an authorization port that is silent for five seconds stops the call', async () => {
    let ask = (): void => undefined;
    const asked = new Promise<void>((settle) => (ask = settle));
    const check = () => {
      ask();
      return new Promise<never>(() => undefined);
    };
    open({ authorization: { check } });
    const running = product.call('core__bash', { command: 'echo one' });
    await asked;
    product.clock.advance(5000);
    assert.equal((await running).failure?.errorCode, 'authz_unavailable');
    assert.deepEqual(product.terminals.commands, []);
  });

  it('INV-F1: the authorization port is asked after the allowlist and before the arguments are read', async () => {
    const { requests, authorization } = watched(() => ({ allowed: false, reason: 'No.' }));
    open({ authorization, policy: { allowedTools: new Set(['core__read']) } });
    const offList = await product.call('core__bash', { command: 'echo one' });
    assert.equal(offList.failure?.errorCode, 'policy_denied');
    assert.deepEqual(requests, []);
    const wrong = await product.call('core__read', { wrong: true });
    assert.equal(wrong.failure?.errorCode, 'authz_denied');
    assert.deepEqual(
      requests.map(({ toolId, action }) => [toolId, action]),
      [['core__read', 'tool.execute']],
    );
  });

  it('INV-F1: the authorization port gets actor and subject as the host set them', async () => {
    const { requests, authorization } = watched(() => ({ allowed: true }));
    open({ authorization });
    // By hand: no agent works on behalf of another yet.
    await product.call('core__read', { path: 'a.txt' }, { context: { subjectId: 'agent:sub' } });
    await product.call('core__read', { path: 'a.txt' });
    assert.deepEqual(
      requests.map((request) => [request.actorId, request.subjectId, 'subjectId' in request]),
      [
        ['user:test', 'agent:sub', true],
        ['user:test', undefined, false],
      ],
    );
  });

  for (const missing of ['actorId', 'tenantId', 'sessionId'] as const) {
    it(`INV-F2: a call without ${missing} does not run`, async () => {
      const { requests, authorization } = watched(() => ({ allowed: true }));
      open({ authorization });
      const context = { [missing]: '' };
      const outcome = await product.call('core__bash', { command: 'echo one' }, { context });
      assert.equal(outcome.failure?.errorCode, 'authz_unavailable');
      assert.deepEqual([requests, product.terminals.commands], [[], []]);
    });
  }

  it('INV-F2: no argument changes who acts and for whom, in the port or in the audit entry', async () => {
    const { requests, authorization } = watched(() => ({ allowed: true }));
    open({ extraTools: [impostor()], authorization });
    const outcome = await product.call('core__impostor', claims);
    assert.equal(outcome.status, 'completed');
    await product.call('core__impostor', JSON.stringify(claims));
    for (const entry of product.audit()) {
      assert.deepEqual(
        [entry.actor, entry.tenant, entry.session, entry.subject],
        [productContext.actorId, productContext.tenantId, productContext.sessionId, undefined],
      );
    }
    assert.deepEqual(
      requests.map(({ actorId, subjectId }) => [actorId, subjectId]),
      [
        ['user:test', undefined],
        ['user:test', undefined],
      ],
    );
  });

  it('INV-F2: an undeclared argument that names an actor is refused and changes nothing', async () => {
    open({});
    const outcome = await product.call('core__read', { path: 'a.txt', ...claims });
    assert.equal(outcome.failure?.errorCode, 'validation');
    const [entry] = product.audit();
    assert.deepEqual([entry?.actor, entry?.tenant, entry?.subject], ['user:test', 'w', undefined]);
  });

  it('INV-F2: the audit entry names the subject if the host set one', async () => {
    open({});
    await product.call('core__read', { path: 'a.txt' }, { context: { subjectId: 'agent:sub' } });
    assert.equal(product.audit()[0]?.subject, 'agent:sub');
  });
});
