import type { PermissionRule } from '../../../src/core/contracts/calls/decision';
import { openGate } from './gate';
import { hostileTexts, ordinaryText } from './hostile-texts';

const actions = ['allow', 'ask', 'deny'] as const;
const patterns = ['program-@ *', '*part-@*', 'rm ?@*', 'git verb-@ * --force*', '*a*b*c@'];

/** 50 rules of all kinds, of which hardly one matches. */
const rules = Array.from({ length: 50 }, (_, at): PermissionRule => {
  const pattern = (patterns[at % patterns.length] ?? '').replace('@', String(at));
  return { tool: 'core__bash', pattern, action: actions[at % 3] ?? 'ask', source: 'user' };
});

/** The first are compiled while they run; of the others the quickest was disturbed least. */
const rounds = 7;

/** Prints the processor time of judging each text, in milliseconds, as JSON. */
async function main(options: Parameters<typeof openGate>[0]): Promise<void> {
  const judge = openGate(options, rules);
  const ordinary = ordinaryText(options.folder);
  const costs: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, text] of Object.entries({ ordinary, ...hostileTexts })) {
      const used = process.cpuUsage();
      await judge(text);
      const { user, system } = process.cpuUsage(used);
      const ms = (user + system) / 1000;
      costs[name] = Math.min(ms, costs[name] ?? Infinity);
    }
  }
  process.stdout.write(`${JSON.stringify(costs)}\n`);
}

const [, , folder = '', runtimeWasm = '', grammarWasm = ''] = process.argv;
main({ folder, runtimeWasm, grammarWasm }).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
