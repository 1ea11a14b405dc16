import assert from 'node:assert/strict';
import { analyzeCommand } from '../../../../src/core/shell/analyze-command';
import { describeCommand } from '../../../../src/core/shell/describe/describe-command';

/** What gates read of a command that is nested `times` deep, in characters. */
function analysisOf(unit: string, times: number) {
  const command = `${unit.repeat(times)}ls`;
  const { parts, doubts } = analyzeCommand(command, {
    parseTree: () => true,
    describe: describeCommand,
  });
  const texts = parts.flatMap(({ raw, forms }) => [raw, ...forms]);
  const asks =
    doubts.length > 0 ||
    parts.some(({ role, hazards }) => role === 'decides' && hazards.length > 0);
  return { asks, chars: texts.join('').length };
}

describe('decision shell-deadline: a long text', () => {
  it('is no form of each command in it', () => {
    const texts = [
      `find . ${'-exec ls \\; '.repeat(300)}`,
      `bash -c '${'ls;'.repeat(1_000)}'`,
      `timeout 5 find . ${'-exec ls \\; '.repeat(300)}`,
    ];
    for (const text of texts) {
      const { parts } = analyzeCommand(text, { parseTree: () => true, describe: describeCommand });
      const long = parts.filter(({ raw, forms }) =>
        [raw, ...forms].some(({ length }) => length > 2_000),
      );
      assert.ok(parts.length > 100 && long.length <= 3, text.slice(0, 20));
    }
  });
});

describe('a command nested in a thousand others', () => {
  const units = [
    ...['env A=1 ', 'env -S ', 'sudo ', 'sudo -x ', 'sudo -u a ', 'xargs ', 'nice ', 'timeout 1 '],
    ...['ssh h ', 'watch ', 'su -c ', 'npx ', 'find . -exec ', 'bash -c ', 'nohup ', 'doas '],
    ...['stdbuf -o0 ', 'command ', 'docker run a ', 'uv run ', 'time ', 'parallel '],
  ];
  for (const unit of units) {
    it(`asks, and is read in linear size: ${unit}`, () => {
      const [once, twice] = [analysisOf(unit, 1000), analysisOf(unit, 2000)];
      assert.equal(once.asks, true);
      assert.ok(twice.chars <= 2.5 * once.chars, `${once.chars}, ${twice.chars}`);
    });
  }
});
