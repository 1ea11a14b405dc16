import assert from 'node:assert/strict';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import pathSandbox from '../../../../src/core/gates/path-sandbox';
import { askAtOnce, callPath, fakeWorkspace, gateCall, refusedPath } from '../../fakes/gate-call';

const check = (options: Parameters<typeof gateCall>[0]) =>
  askAtOnce(bindGate(pathSandbox, { workspace: fakeWorkspace() }), gateCall(options));

const refused = (reason: string) => ({ verdict: 'deny', errorCode: 'policy_denied', reason });

describe('path sandbox', () => {
  for (const paths of [
    { reads: [callPath('/w/a'), refusedPath('/etc/passwd')] },
    { writes: [callPath('/w/a'), refusedPath('/etc/passwd')] },
    { removes: [callPath('/w/a'), refusedPath('/etc/passwd')] },
    { cwd: refusedPath('/etc/passwd') },
  ]) {
    it(`000-files-7: a refused path among ${String(Object.keys(paths))} is denied with its reason and remedy`, () => {
      assert.deepEqual(check({ paths }), {
        verdict: 'deny',
        errorCode: 'policy_denied',
        reason: 'Not yours: /etc/passwd',
        suggestion: 'Do not retry. Choose another way or ask the user.',
      });
    });
  }

  it('lets pass what lies inside the workspace, and what names no path', () => {
    const inside = check({ subject: { reads: ['/w/a'], writes: ['/w/b'] } });
    assert.deepEqual(inside, { verdict: 'allow', reason: 'inside the workspace' });
    assert.deepEqual(check({}), { verdict: 'abstain', reason: 'names no path' });
  });

  for (const given of ['/w', '/w/inner']) {
    it(`003-tools-6: delete guards against the sandbox root: ${given}`, () => {
      const paths = { removes: [callPath(given)], roots: ['/w', '/w/inner'] };
      const reason = `Open folders and their parent folders cannot be moved or removed: ${given}`;
      assert.deepEqual(check({ paths }), refused(reason));
    });
  }

  it('003-tools-6: delete guards against a path above the sandbox root', () => {
    const above = callPath('/w/packages');
    const paths = { removes: [above], roots: ['/w', '/w/packages/one'] };
    const reason = 'Open folders and their parent folders cannot be moved or removed: /w/packages';
    assert.deepEqual(check({ paths }), refused(reason));
  });

  it('an allowed folder that is not open is not removed either', () => {
    const paths = { removes: [callPath('/data', { root: '/data' })] };
    assert.equal(check({ paths }).verdict, 'deny');
  });

  it('allows removing what is next to a root', () => {
    const paths = { removes: [callPath('/w/a')], roots: ['/w', '/w/ab'] };
    assert.equal(check({ paths }).verdict, 'allow');
  });

  it('decision own-policy: no tool changes our own files or the settings of the user', () => {
    const own = (paths: Parameters<typeof gateCall>[0]) =>
      askAtOnce(
        bindGate(pathSandbox, {
          workspace: { ...fakeWorkspace(), ownFolders: () => ['/w/User', '/w/store'] },
        }),
        gateCall(paths),
      ).verdict;
    assert.equal(own({ subject: { writes: ['/w/User/settings.json'] } }), 'deny');
    assert.equal(own({ subject: { removes: ['/w/User/settings.json'] } }), 'deny');
    assert.equal(own({ subject: { removes: ['/w/store'] } }), 'deny');
    assert.equal(own({ subject: { writes: ['/w/Username'] } }), 'allow');
    assert.equal(own({ subject: { reads: ['/w/User/settings.json'] } }), 'allow');
  });
});
