import assert from 'node:assert/strict';
import { verbHazards } from '../../../../../src/core/shell/programs/verb-checks';

/** A command, and the words that a rule must name; `-` where nothing asks. */
const rows: readonly (readonly [string, string])[] = [
  ['docker compose exec web id', 'exec'],
  ['docker compose -f x.yml --profile y run web', 'run'],
  ['docker logs web', '-'],
  ['docker-compose up', '-'],
  ['sbt runMain x', 'runMain'],
  ['gradle :app:test', '-'],
  ['mill app.runMain x', 'app.runMain'],
  ['cargo test run', '-'],
  ['pip install -e .', '.'],
  ['pip install -e./sub', '-e./sub'],
  ['pip install requests', '-'],
  ['pip install -r requirements.txt', '-'],
  ['npm install x@file:../y', 'x@file:../y'],
  ['npm ci', '-'],
  ['npm run ./x', '-'],
  ['python -m build', 'build'],
  ['supabase db dump -f x', 'db+dump'],
  ['supabase projects list', '-'],
  ['supabase --version', '-'],
  ['vercel ls', '-'],
  ['claude -p x', '-p'],
  ['claude --version', '-'],
  ['mosh h', 'h'],
  ['autossh -M 0 me@h', 'me@h'],
  ['ssh h', '-'],
  ['cpanm .', '.'],
];

describe('000-shell-3: verbs that hand on', () => {
  for (const [command, expected] of rows) {
    it(command, () => {
      const [name = '', ...rest] = command.split(' ').map((text) => text.replaceAll('"', ''));
      const hazards = verbHazards(
        name,
        rest.map((text) => ({ text, known: true })),
      );
      const lifts = hazards.map(({ liftedBy }) => liftedBy?.join('+') ?? 'never');
      assert.equal(lifts.length === 0 ? '-' : lifts.join(' '), expected);
    });
  }
});
