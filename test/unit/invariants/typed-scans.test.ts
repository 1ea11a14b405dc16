import assert from 'node:assert/strict';
import path from 'node:path';
import { expectedBreaks, probesFolder } from '../../arch/probe-comments';
import { sourceFiles } from '../../arch/source-text';
import { readTypedSource, type Declared, type TypedSource } from '../../arch/typed-source';

const singlePath = 'test/arch/probes/single-path';
const contexts = 'test/arch/probes/contexts';

/** A declaration that only certain files may use. */
interface Door {
  readonly rule: string;
  /** Its purpose, as named by the probes. */
  readonly what: string;
  readonly declared: Declared;
  /** The only files that may use it. */
  readonly users: readonly string[];
}

const doors: readonly Door[] = [
  {
    rule: 'INV-06',
    what: 'model',
    declared: { file: 'src/core/ports/llm.ts', name: 'Llm', member: 'stream' },
    // One loop runs calls; the others ask a single question and run nothing.
    users: [
      'src/adapters/llm/llms.ts',
      'src/core/agent/context/usage-updates.ts',
      'src/core/agent/turn/turn.ts',
      'src/core/wire/fenced/fenced-llm.ts',
    ],
  },
  {
    rule: 'INV-09',
    what: 'tools',
    declared: { file: 'src/core/tools/catalog.gen.ts', name: 'bindTools' },
    users: ['src/host/compose/calls.ts'],
  },
  {
    rule: 'INV-09',
    what: 'gates',
    declared: { file: 'src/core/gates/catalog.gen.ts', name: 'bindGates' },
    users: ['src/host/compose/calls.ts'],
  },
  {
    rule: 'INV-09',
    what: 'tool',
    declared: { file: 'src/core/contracts/tools/bind-tool.ts', name: 'bindTool' },
    users: ['src/core/tools/catalog.gen.ts'],
  },
  {
    rule: 'INV-09',
    what: 'tool of a source',
    declared: { file: 'src/core/contracts/tools/bind-tool.ts', name: 'bindToolOf' },
    users: ['src/core/contracts/tools/bind-tool.ts', 'src/core/mcp/bind-mcp-tool.ts'],
  },
  {
    rule: 'INV-09',
    what: 'gate',
    declared: { file: 'src/core/contracts/policy/define-gate.ts', name: 'bindGate' },
    users: ['src/core/gates/catalog.gen.ts'],
  },
  {
    rule: 'INV-09',
    what: 'runner',
    declared: { file: 'src/core/pipeline/runner.ts', name: 'createRunner' },
    users: ['src/host/compose/calls.ts'],
  },
  {
    rule: 'INV-31',
    what: 'runs',
    declared: {
      file: 'src/core/contracts/tools/bound-tool.ts',
      name: 'PreparedCall',
      member: 'exec',
    },
    users: ['src/core/pipeline/around/execute.ts'],
  },
  {
    rule: 'INV-31',
    what: 'prepares',
    declared: {
      file: 'src/core/contracts/tools/bound-tool.ts',
      name: 'BoundTool',
      member: 'prepare',
    },
    users: [
      // Checks arguments by the whole schema of a server, then asks the tool that it wraps.
      'src/core/mcp/bind-mcp-tool.ts',
      // For tools that return recorded results: `exec` is not called.
      'src/core/pipeline/replay.ts',
      'src/core/pipeline/stages/arguments.ts',
      'src/core/pipeline/stages/clear.ts',
    ],
  },
  {
    rule: 'INV-31',
    what: 'implementation',
    declared: {
      file: 'src/core/contracts/tools/define-tool.ts',
      name: 'RunningTool',
      member: 'run',
    },
    users: ['src/core/contracts/tools/bind-tool.ts'],
  },
  {
    rule: 'INV-31',
    what: 'change',
    declared: {
      file: 'src/core/contracts/tools/define-tool.ts',
      name: 'PlannedChange',
      member: 'apply',
    },
    users: ['src/core/contracts/tools/bind-tool.ts'],
  },
  {
    rule: 'INV-31',
    what: 'enters',
    declared: { file: 'src/core/ports/runner.ts', name: 'Runner', member: 'run' },
    users: ['src/core/agent/turn/run-calls.ts', 'src/core/pipeline/replay.ts'],
  },
  {
    rule: 'INV-31',
    what: 'enters confirmed',
    declared: { file: 'src/core/ports/runner.ts', name: 'Runner', member: 'runConfirmed' },
    users: ['src/core/agent/turn/run-calls.ts'],
  },
];

describe('usage of types in the source', () => {
  let source: TypedSource;

  before(function () {
    this.timeout(300_000);
    source = readTypedSource([...sourceFiles(singlePath), ...sourceFiles(contexts)]);
  });

  for (const { rule, what, declared, users } of doors) {
    it(`${rule}: ${declared.member ?? declared.name} is used only where it may be`, () => {
      const found = source.usersOf(declared);
      assert.deepEqual(
        found.filter((file) => file.startsWith('src/')),
        users,
      );
      const probes = expectedBreaks(singlePath).filter((line) =>
        line.endsWith(`: ${rule} ${what}`),
      );
      assert.deepEqual(
        found.flatMap((file) =>
          file.startsWith(singlePath) ? [`${path.basename(file)}: ${rule} ${what}`] : [],
        ),
        probes,
      );
    });
  }

  it('INV-28: the compiler refuses a secret in a context, in a call and in a tool', () => {
    const found = sourceFiles(contexts).flatMap((file) =>
      source
        .problemsOf(file)
        .map((problem) => `${path.basename(file)}: ${problem.split(':')[0] ?? ''}`),
    );
    assert.deepEqual(found.sort(), expectedBreaks(path.join(probesFolder, 'contexts')));
  });
});
