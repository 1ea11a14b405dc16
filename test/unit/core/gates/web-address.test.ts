import assert from 'node:assert/strict';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import { failure } from '../../../../src/core/contracts/failure';
import { say } from '../../../../src/core/base/sentence';
import type { WebAddresses } from '../../../../src/core/ports/web';
import webAddress from '../../../../src/core/gates/web-address';
import { askAtOnce, gateCall } from '../../fakes/gate-call';
import { openAddresses } from '../../fakes/web';

const local: WebAddresses = {
  ...openAddresses,
  refusal: (url) =>
    url.includes('localhost')
      ? { layer: 'url', failure: failure('policy_denied', say`${url} is local.`) }
      : undefined,
};

function verdictOn(urls: readonly string[], webAddresses: WebAddresses) {
  const gate = bindGate(webAddress, { webAddresses });
  return askAtOnce(gate, gateCall({ subject: { urls } }));
}

describe('web-address', () => {
  it('003-web-3: a refused address is denied before anybody is asked, and names the check', () => {
    const verdict = verdictOn(['https://example.com/', 'https://localhost/'], local);
    assert.ok(verdict.verdict === 'deny');
    assert.equal(verdict.errorCode, 'policy_denied');
    assert.equal(verdict.reason, 'https://localhost/ is local.');
    assert.deepEqual('audit' in verdict && verdict.audit, { refused_by: 'url' });
  });

  it('lets other addresses pass, and says nothing of calls without one', () => {
    assert.equal(verdictOn(['https://example.com/'], local).verdict, 'allow');
    assert.equal(verdictOn([], local).verdict, 'abstain');
  });

  it('decision 64: each approval says that addresses behind a proxy cannot be checked', () => {
    const verdict = verdictOn(['https://example.com/'], { ...local, isProxied: () => true });
    assert.equal(verdict.verdict, 'ask');
    assert.match(verdict.reason, /a proxy carries the request/);
  });
});
