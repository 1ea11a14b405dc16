import { told } from '../../../fakes/told';
import assert from 'node:assert/strict';
import {
  dependencyCycle,
  sequentialDependency,
  type Dependencies,
} from '../../../../../src/core/gates/policies/sequential-dependency';
import { gateCall } from '../../../fakes/gate-call';

function check(dependencies: Dependencies, name: string, done: readonly string[]) {
  const { tool, toolsWith, params, paths } = gateCall({ tool: { name } });
  const record = { hasRun: (id: string) => done.includes(id), seen: () => undefined };
  return sequentialDependency(dependencies).check(
    { tool, toolsWith, params, paths, stamps: new Map() },
    { record, own: undefined },
  );
}

const chain = { deploy: ['test', 'build'], build: ['lint'] };
const ran = (...names: string[]) => names.map((name) => `core__${name}`);

describe('sequential dependency', () => {
  for (const [tool, done, expected] of [
    ['deploy', [], "Tool 'deploy' requires: build, test"],
    ['lint', [], undefined],
    ['build', [], "Tool 'build' requires: lint"],
    ['build', ['lint'], undefined],
    ['deploy', ['lint', 'build'], "Tool 'deploy' requires: test"],
    ['deploy', ['lint', 'build', 'test'], undefined],
  ] as const) {
    it(`W8: ${tool} after ${JSON.stringify(done)}: ${expected ?? 'allowed'}`, () => {
      const decision = check(chain, tool, ran(...done));
      assert.deepEqual(
        told(decision),
        expected === undefined ? { allowed: true } : { allowed: false, reason: expected },
      );
      assert.ok(Object.isFrozen(decision));
    });
  }

  it('W10: tools without a rule pass', () => {
    assert.equal(check(chain, 'read', []).allowed, true);
    assert.equal(check({ read: [] }, 'read', []).allowed, true);
    assert.equal(check({}, 'constructor', []).allowed, true);
  });

  it('decision 9: short names and canonical ids are the same tools; both lists count', () => {
    const mixed = { core__deploy: ['core__test'], deploy: ['mcp__ci__check'] };
    assert.deepEqual(told(check(mixed, 'deploy', [])), {
      allowed: false,
      reason: "Tool 'core__deploy' requires: core__test, mcp__ci__check",
    });
    assert.equal(check(mixed, 'deploy', ['core__test', 'mcp__ci__check']).allowed, true);
  });

  for (const [dependencies, expected] of [
    [chain, undefined],
    [{ a: ['a'] }, ['a', 'a']],
    [{ a: ['b'], b: ['a'] }, ['a', 'b', 'a']],
    [{ x: ['a'], a: ['b'], b: ['c'], c: ['core__a'] }, ['a', 'b', 'c', 'core__a']],
    [{ a: ['b', 'c'], b: ['d'], c: ['d'] }, undefined],
  ] as const) {
    it(`W8: the circle in ${JSON.stringify(dependencies)}`, () => {
      assert.deepEqual(dependencyCycle(dependencies), expected);
    });
  }

  it('W8: a chain of any length is followed to its end', () => {
    const length = 20_000;
    const names = Array.from({ length }, (_, at) => `t${String(at)}`);
    const links = names.slice(1).map((name, at) => [names[at] ?? '', [name]] as const);
    assert.equal(dependencyCycle(Object.fromEntries(links)), undefined);
    const circle = dependencyCycle(Object.fromEntries([...links, [names.at(-1) ?? '', ['t0']]]));
    assert.deepEqual(circle, [...names, 't0']);
  });

  it('W8: many ways that meet again are followed once each', () => {
    const dependencies: Record<string, readonly string[]> = {};
    for (let n = 0; n < 40; n += 1) {
      const [here, next] = [String(n), [`a${String(n + 1)}`]];
      dependencies[`a${here}`] = [`b${here}`, `c${here}`];
      dependencies[`b${here}`] = next;
      dependencies[`c${here}`] = next;
    }
    assert.equal(dependencyCycle(dependencies), undefined);
    assert.equal(dependencyCycle({ ...dependencies, a40: ['a0'] })?.length, 82);
  });
});
