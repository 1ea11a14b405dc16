import assert from 'node:assert/strict';
import { createWorkGuard } from '../../../../src/adapters/system/work-guard';
import { FilterSet } from '../../../../src/core/filters/filter-set';
import { isPreserved, isDiagnostic } from '../../../../src/core/filters/lines/line-policy';
import { builtInRules as rules } from '../../../../src/core/filters/built-in.gen';
import { commandText } from './shipped-rules';
import { readFilterFixtures } from './read-fixtures';
import { times } from '../../../soak';

const fixtures = readFilterFixtures();
const lineUnits = times(100_000);
/** Linear work on all lines takes less than a second of an idle machine; what backtracks, hours. */
const limitMs = 60_000;

/** What lines are made of that a rule looks at closely. */
// prettier-ignore
const pieces: readonly string[] = [
  ...'a0 \t/.-_:=+*#@|\\\'"`,;!?~^$%&<>()[]{}é🎉'.split(/(?:)/u),
  'a ', 'a/', '../', 'a.b', 'a-', 'a::', '0.', '0:', '00:00:00 ', '2026-01-02T03:04:05 ', ' a=0',
  'src/a.ts:1:', 'a(1,2)', '[a] ', "'a' ", '"a" ', '-> ', '--> ', '... ', ' | ', '==', '--', '++',
  'test ', 'ok ', 'FAIL ', 'PASSED ', 'error', 'error: ', 'warning: ', 'Error ', 'not found ',
  'unused Result ', 'unused must be used ', "thread '' ", "' panicked ", 'warning: unsafe', '--- ',
  'passed, ', '1 failed, ', '(1 tests) ', 'in 1.0s ', 'modified: ', 'R100\t', '@@ -1,1 +1,1 @@ ',
];

/** Each piece often, also behind a begin that rules know and before an end that fits nothing. */
function hostileLines(begins: readonly string[]): readonly string[] {
  return pieces.flatMap((piece) => {
    const body = piece.repeat(Math.ceil(lineUnits / piece.length));
    return ['', ...begins].flatMap((begin) => [begin + body, `${begin}${body}\u2028`]);
  });
}

/** First words of lines that a rule's own fixtures have. */
function beginsOf(rule: string): readonly string[] {
  const lines = fixtures
    .filter((fixture) => fixture.rule === rule)
    .flatMap(({ output }) => output.split('\n').map((line) => line.slice(0, 12)));
  return [...new Set(lines.map((line) => line.replace(/\d+/g, '1')))].slice(0, times(5));
}

describe(`003-safety-5: lines of ${lineUnits} characters`, () => {
  const guard = createWorkGuard(limitMs);

  it('cost no more than their length when they are judged', () => {
    const done = guard(() => {
      for (const line of hostileLines(['thread ', 'warning: '])) isPreserved(line);
      return true;
    });
    assert.equal(done, true);
    const told = guard(() => {
      for (const line of hostileLines([])) isDiagnostic(line);
      return true;
    });
    assert.equal(told, true);
  });

  for (const rule of rules) {
    it(`cost no more than their length in ${rule.name}`, () => {
      const command = fixtures.find((fixture) => fixture.rule === rule.name)?.command;
      assert.ok(command !== undefined, 'a rule has fixtures');
      const set = new FilterSet([{ rule, source: 'built-in' }], { limitBytes: 100_000 });
      const lines = hostileLines(beginsOf(rule.name));
      const done = guard(() => {
        const run = set.open(commandText(command));
        for (const line of lines) run?.write(`${line}\n`);
        run?.end(1);
        return run !== undefined;
      });
      assert.equal(done, true);
    });
  }
});
