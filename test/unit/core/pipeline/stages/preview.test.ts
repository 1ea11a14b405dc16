import assert from 'node:assert/strict';
import { told } from '../../../fakes/told';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bindGate } from '../../../../../src/core/contracts/policy/define-gate';
import { bindTool } from '../../../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../../../src/core/contracts/tools/bound-tool';
import type { ApprovalAnswer, ApprovalRequest } from '../../../../../src/core/ports/runner';
import { readBeforeWrite } from '../../../../../src/core/gates/policies/read-before-write';
import sequencePolicies from '../../../../../src/core/gates/sequence-policies';
import deletePath from '../../../../../src/core/tools/delete-path';
import edit from '../../../../../src/core/tools/edit';
import movePath from '../../../../../src/core/tools/move-path';
import read from '../../../../../src/core/tools/read';
import write from '../../../../../src/core/tools/write';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../../fakes/temporary-workspace';
import { capabilitiesWith } from '../../tools/run-tool';
import { ask, createWorld, gate, type World } from '../fixture';

function toolsOf(workspace: TemporaryWorkspace): readonly BoundTool[] {
  const caps = capabilitiesWith({ files: workspace.files, workspace });
  return [
    bindTool(read, caps),
    bindTool(edit, caps),
    bindTool(write, caps),
    bindTool(deletePath, caps),
    bindTool(movePath, caps),
  ];
}

describe('what a change shows before it is allowed', () => {
  let ws: TemporaryWorkspace;
  /** One for each question; it may change files before it answers. */
  let answers: ((request: ApprovalRequest) => ApprovalAnswer)[];
  let world: World;

  beforeEach(async () => {
    ws = createTemporaryWorkspace();
    ws.put('ws/cart.js', 'const a = 1;\nconst b = 2;\n');
    answers = [];
    let said: ApprovalAnswer = { answer: 'deny' };
    world = createWorld({
      extraTools: toolsOf(ws),
      gates: [gate('permission-rules', () => ask), bindGate(sequencePolicies, { files: ws.files })],
      policy: {
        toolPolicies: { groups: new Map([['filesystem', [readBeforeWrite()]]]), profile: [] },
      },
      realPath: (asked) => path.resolve(ws.root, asked),
      onAsk: () => {
        const [request] = world.asked.slice(-1);
        said = (request && answers.shift()?.(request)) ?? { answer: 'deny' };
      },
      get answer() {
        return said;
      },
    });
    answers.push(allow);
    await world.call({ path: 'cart.js' }, { tool: 'core__read' });
    world.asked.length = 0;
  });
  afterEach(() => ws.dispose());

  const allow = (): ApprovalAnswer => ({ answer: 'allow' });
  const text = (name = 'cart.js') => readFileSync(path.join(ws.root, name), 'utf8');
  const call = (tool: string, args: object) => world.call(args, { tool: `core__${tool}` });
  const change = { path: 'cart.js', old_string: 'a = 1', new_string: 'a = 9' };
  const user = 'const a = 1;\nconst b = 3;\n';

  it('is the diff that the card shows after the call, and nothing has changed yet', async () => {
    answers.push(() => {
      assert.equal(text(), 'const a = 1;\nconst b = 2;\n');
      return { answer: 'allow' };
    });
    const outcome = await call('edit', change);
    assert.deepEqual(world.asked[0]?.diffs, outcome.presentation.diffs);
    assert.equal(outcome.presentation.diffs[0]?.newText, 'const a = 9;\nconst b = 2;\n');
    const { verb, isPlanned, isRisky, notes } = world.asked[0].details;
    assert.deepEqual([verb, isPlanned, isRisky, notes], ['edit', true, undefined, []]);
  });

  it('asks again with the new diff when the file changed before Allow, and makes that one', async () => {
    answers.push(() => {
      ws.put('ws/cart.js', user);
      return { answer: 'allow' };
    }, allow);
    const outcome = await call('edit', change);
    assert.deepEqual(
      world.asked.map(({ details, diffs }) => [details.isNews, diffs[0]?.oldText]),
      [
        [undefined, 'const a = 1;\nconst b = 2;\n'],
        [true, user],
      ],
    );
    assert.equal(outcome.status, 'completed');
    assert.equal(text(), 'const a = 9;\nconst b = 3;\n');
  });

  it('decision 44: the chat must then read the file before it changes it again', async () => {
    answers.push(() => {
      ws.put('ws/cart.js', user);
      return { answer: 'allow' };
    }, allow);
    await call('edit', change);
    const next = await call('edit', { ...change, old_string: 'b = 3', new_string: 'b = 4' });
    assert.match(next.text, /has changed since it was read/);
    assert.equal(world.asked.length, 2);
  });

  it('leaves the file as it is when the new diff is denied', async () => {
    answers.push(() => {
      ws.put('ws/cart.js', user);
      return { answer: 'allow' };
    });
    const outcome = await call('edit', change);
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.equal(text(), user);
  });

  it('asks again about a new file that exists meanwhile, and about one that is to go', async () => {
    for (const [tool, args] of [
      ['write', { path: 'new.txt', content: 'agent\n' }],
      ['delete_path', { path: 'cart.js' }],
      ['move_path', { source: 'cart.js', destination: 'lib/cart.js' }],
    ] as const) {
      world.asked.length = 0;
      answers.push(() => {
        ws.put('ws/new.txt', 'mine\n');
        ws.put('ws/cart.js', `${tool}\n`);
        return { answer: 'allow' };
      });
      await call(tool, args);
      assert.deepEqual(
        world.asked.map(({ details }) => details.isNews),
        [undefined, true],
        tool,
      );
      assert.deepEqual([text('new.txt'), text()], ['mine\n', `${tool}\n`]);
    }
  });

  it('names what goes away, and marks a deletion', async () => {
    ws.put('ws/lib/one.txt', 'one\n');
    ws.put('ws/lib/two.bin', new Uint8Array([0, 1, 2, 255]));
    await call('delete_path', { path: 'lib' });
    const [request] = world.asked;
    assert.ok(request);
    assert.deepEqual(told(request.details.notes), ['The folder contains 2 files, 8 bytes.']);
    assert.deepEqual(
      request.diffs.map(({ change: kind, oldText }) => [kind, oldText]),
      [['deleted', 'one\n']],
    );
    assert.deepEqual(request.details.deletes, [path.join(ws.root, 'lib')]);
    assert.deepEqual([request.details.writes, request.details.isRisky], [[], true]);
  });

  it('shows the user why the call would fail, and gives the model nothing before an answer', async () => {
    const outcome = await call('edit', { ...change, old_string: 'not there' });
    const { notes = [], isPlanned } = world.asked[0]?.details ?? {};
    assert.match(told(notes[0]) ?? '', /^As the files are now, this call would fail: /);
    assert.equal(isPlanned, undefined);
    assert.match(outcome.text, /The user denied this call/);
  });

  it('hides credentials', async () => {
    const key = `AKIA${'A'.repeat(16)}`;
    await call('write', { path: 'new.txt', content: `key = ${key}\n` });
    assert.doesNotMatch(JSON.stringify(world.asked[0]), new RegExp(`"diffs".*${key}`));
    assert.match(world.asked[0]?.diffs[0]?.newText ?? '', /\[REDACTED:/);
  });

  it('does nothing when a file changes between the answer and the call', async () => {
    const context = {
      toolCallId: 'c1',
      sessionId: 's1',
      signal: new AbortController().signal,
      progress: () => undefined,
      slices: { get: () => undefined, set: () => undefined },
      mayContinue: true,
    };
    for (const [tool, args] of [
      ['edit', change],
      ['write', { path: 'cart.js', content: 'agent\n' }],
      ['delete_path', { path: 'cart.js' }],
      ['move_path', { source: 'cart.js', destination: 'b.js' }],
    ] as const) {
      ws.put('ws/cart.js', 'const a = 1;\n');
      const prepared = toolsOf(ws)
        .find(({ name }) => name === tool)
        ?.prepare(args);
      assert.ok(prepared?.ok);
      const shown = await prepared.value.preview?.(context);
      assert.ok(shown?.ok);
      ws.put('ws/cart.js', user);
      const ran = await prepared.value.exec(context, undefined, shown.value.basis);
      assert.equal(!ran.ok && ran.failure.errorCode, 'execution', tool);
      assert.equal(text(), user, tool);
    }
  });
});
