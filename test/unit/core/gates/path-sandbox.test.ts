import assert from 'node:assert/strict';
import { bindGate } from '../../../../src/core/contracts/define-gate';
import pathSandbox from '../../../../src/core/gates/path-sandbox';
import { askAtOnce, callPath, gateCall, refusedPath } from '../../fakes/gate-call';

const check = (options: Parameters<typeof gateCall>[0]) =>
  askAtOnce(bindGate(pathSandbox, {}), gateCall(options));

describe('path sandbox', () => {
  for (const paths of [
    { reads: [callPath('/w/a'), refusedPath('/etc/passwd')] },
    { writes: [callPath('/w/a'), refusedPath('/etc/passwd')] },
    { cwd: refusedPath('/etc/passwd') },
  ]) {
    it(`000: a refused path among ${String(Object.keys(paths))} is denied with its reason`, () => {
      assert.deepEqual(check({ paths }), {
        verdict: 'deny',
        errorCode: 'policy_denied',
        reason: 'Not yours: /etc/passwd',
      });
    });
  }

  it('lets pass what lies inside the workspace, and what names no path', () => {
    const inside = check({ subject: { reads: ['/w/a'], writes: ['/w/b'] } });
    assert.deepEqual(inside, { verdict: 'allow', reason: 'inside the workspace' });
    assert.deepEqual(check({}), { verdict: 'allow', reason: 'names no path' });
  });
});
