import assert from 'node:assert/strict';
import { everydayCommands } from '../../../fixtures/shell/everyday-commands';
import { ordinaryCommands } from '../../../fixtures/shell/ordinary-commands';
import { fifthOrdinary } from '../../../fixtures/shell/first-look/fifth-ordinary';
import { ordinaryProjects } from '../../../fixtures/shell/first-look/ordinary-projects';
import { ordinaryReading } from '../../../fixtures/shell/first-look/ordinary-reading';
import { thirdOrdinary } from '../../../fixtures/shell/first-look/third-ordinary';
import { allow } from '../../../fixtures/shell/row';
import { createShellJudge } from './judge';

/**
 * Percentage of ordinary commands that may ask although a rule allows them (decision
 * shell-coverage).
 */
const maxAskedPercent = 5;

describe('ordinary commands that rules allow', () => {
  const firstLook = [...ordinaryReading, ...ordinaryProjects];
  for (const [name, groups] of Object.entries({
    ordinaryCommands,
    everydayCommands,
    firstLook,
    thirdOrdinary,
    fifthOrdinary,
  })) {
    it(`run without a prompt, at least 95 percent of ${name}`, async function () {
      this.timeout(300_000);
      const judge = createShellJudge();
      try {
        const rows = groups.flatMap((group) =>
          group.commands.map((command) => {
            const why = 'an ordinary command';
            return { command, rules: allow(...group.allow), expect: 'allow', why } as const;
          }),
        );
        const asked = await judge.mismatches(rows);
        const percent = (asked.length / rows.length) * 100;
        const figure = `${String(asked.length)} of ${String(rows.length)} ask (${percent.toFixed(1)} %)`;
        assert.ok(rows.length >= 150);
        assert.ok(percent < maxAskedPercent, `${figure}:\n${asked.join('\n')}`);
        // Added to the title, so that a change of the figure is visible.
        if (this.test !== undefined) this.test.title += `: ${figure}`;
      } finally {
        await judge.dispose();
      }
    });
  }
});
