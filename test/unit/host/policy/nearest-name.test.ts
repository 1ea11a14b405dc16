import assert from 'node:assert/strict';
import { nearestName } from '../../../../src/host/policy/nearest-name';

const known = ['bash', 'read', 'list_directory', 'read_overflow'];

describe('nearestName', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['bsh', 'bash'],
    ['Bash', 'bash'],
    ['raed', 'read'],
    ['list_dir', undefined],
    ['list_directries', 'list_directory'],
    ['deploy', undefined],
    ['x'.repeat(1_000_000), undefined],
  ];
  for (const [name, near] of cases) {
    it(`${name.slice(0, 20)} is near ${near ?? 'none'}`, () => {
      assert.equal(nearestName(name, known), near);
    });
  }
});
