import assert from 'node:assert/strict';
import {
  permissionLevels,
  type PermissionLevel,
} from '../../../../../src/core/contracts/permission-level';
import type { CallPath, CallPaths } from '../../../../../src/core/contracts/calls/call-paths';
import type { CallSubject } from '../../../../../src/core/contracts/calls/call';
import type { PermissionRule, RuleAction } from '../../../../../src/core/contracts/calls/decision';
import { bindGate } from '../../../../../src/core/contracts/policy/define-gate';
import permissionRules from '../../../../../src/core/gates/permission-rules';
import { knownTools } from '../../../../../src/core/tools/known.gen';
import { askAtOnce, callPath, fakeWorkspace, gateCall } from '../../../fakes/gate-call';

const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });

interface ToolRow {
  readonly tool: string;
  readonly subject?: Partial<CallSubject>;
  /** Paths at which nothing is yet. */
  readonly free?: readonly string[];
  /** Runs at _Edits run_ where no rule speaks of it. */
  readonly runsAsEdit?: true;
  /** Asks not even at _Ask for everything_. */
  readonly isInternal?: true;
}

const fromTo = { reads: ['a'], writes: ['b'], removes: ['b'], takes: { from: 'a', to: 'b' } };
const moved = { writes: ['b'], removes: ['a', 'b'], takes: { from: 'a', to: 'b' } };

const rows: Readonly<Record<string, ToolRow>> = {
  'write a new file': { tool: 'write', subject: { writes: ['a'] }, free: ['a'], runsAsEdit: true },
  'write over a file': { tool: 'write', subject: { writes: ['a'] }, runsAsEdit: true },
  edit: { tool: 'edit', subject: { reads: ['a'], writes: ['a'] }, runsAsEdit: true },
  'create a folder': { tool: 'create_directory', subject: { writes: ['a'] }, runsAsEdit: true },
  copy: { tool: 'copy_path', subject: fromTo, free: ['b'], runsAsEdit: true },
  'copy over a file': { tool: 'copy_path', subject: fromTo },
  move: { tool: 'move_path', subject: moved, free: ['b'], runsAsEdit: true },
  'move over a file': { tool: 'move_path', subject: moved },
  delete: { tool: 'delete_path', subject: { removes: ['a'], takes: { from: 'a' } } },
  read: { tool: 'read', subject: { reads: ['a'] } },
  'read a listed output': { tool: 'bash_output', subject: { text: 'bg1' } },
  'run a command': { tool: 'bash', subject: { command: 'npm test' } },
  'compress the chat': { tool: 'compress_context', isInternal: true },
};

const rulings = {
  'no rule': undefined,
  'a rule allows': 'allow',
  'a rule asks': 'ask',
  'a rule denies': 'deny',
} as const;

/** A rule that allows a command must name its program. */
function patternFor(tool: string): string {
  return tool === 'bash' ? 'npm test' : '*';
}

/** Decision 58 as a formula. */
function expected(level: PermissionLevel, row: ToolRow, ruling: RuleAction | undefined) {
  if (ruling === undefined) return level === 'edits' && row.runsAsEdit ? 'allow' : 'ask';
  if (ruling !== 'allow' || level !== 'ask' || row.isInternal) return ruling;
  return 'ask';
}

function judge(level: PermissionLevel, row: ToolRow, permissions: readonly PermissionRule[]) {
  const { tool: name, subject = {} } = row;
  const traits = knownTools.find(({ id }) => id === `core__${name}`)?.traits ?? [];
  const policy = { permissionLevel: level, permissions };
  const call = gateCall({ tool: { name, traits }, subject, policy });
  return askAtOnce(gate, { ...call, paths: withFree(call.paths, row.free) }).verdict;
}

function withFree(paths: CallPaths, free: ToolRow['free'] = []): CallPaths {
  const place = (path: CallPath) =>
    free.includes(path.given) ? callPath(path.given, { exists: false }) : path;
  return { ...paths, writes: paths.writes.map(place), removes: paths.removes.map(place) };
}

describe('the permission level, by level, rule and tool', () => {
  for (const level of permissionLevels) {
    for (const [name, ruling] of Object.entries(rulings)) {
      it(`${level}, ${name}`, () => {
        const rule = (tool: string): readonly PermissionRule[] =>
          ruling === undefined
            ? []
            : [
                {
                  tool: `core__${tool}`,
                  pattern: patternFor(tool),
                  action: ruling,
                  source: 'user',
                },
              ];
        const verdicts = Object.entries(rows).map(([what, row]) => [
          what,
          judge(level, row, rule(row.tool)),
        ]);
        const all = Object.entries(rows).map(([what, row]) => [what, expected(level, row, ruling)]);
        assert.deepEqual(Object.fromEntries(verdicts), Object.fromEntries(all));
      });
    }
  }
});
