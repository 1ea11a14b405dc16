import { dense } from '../../../../src/core/contracts/schema-parts';
import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { parseReplayFile } from '../../../../src/adapters/llm/replay-file';
import type { CallItem, TranscriptItem } from '../../../../src/core/contracts/panel/state';
import type { Decision, GateTrace } from '../../../../src/core/contracts/calls/decision';
import { toRecording, replayFileName, replayText } from '../../../../src/host/replay/recording';
import { valueOf } from '../../fakes/temporary-store';

const secret = `ghp_${'a1B2'.repeat(9)}`;

let count = 0;
function id(): string {
  count += 1;
  return `#${String(count)}`;
}

const user = (text: string): TranscriptItem => ({ type: 'user', id: id(), text });
const said = (text: string, thought = false): TranscriptItem => ({
  type: 'assistant',
  id: id(),
  text,
  thought,
  streaming: false,
});

const line: GateTrace = {
  slot: 'permission-rules',
  gate: 'rules',
  verdict: 'allow',
  reason: say`a rule allows it`,
};
const decision = {
  verdict: 'allow',
  approvedBy: 'auto',
  trace: [line],
  policyVersion: 1,
  trust: 'trusted',
} as const;

/** By id of the call: an item holds the decision as it is shown. */
const decisions = new Map<string, Decision>();

type Called = Partial<Omit<CallItem, 'decision'>> & { readonly decision?: Decision | null };

function called({ decision: made = decision, ...more }: Called = {}): CallItem {
  const item: CallItem = {
    type: 'call',
    id: `call:${id()}`,
    tool: 'bash',
    kind: 'execute',
    origin: 'model',
    title: 'npm test',
    status: 'completed',
    argsJson: '{}',
    tail: '',
    text: 'done',
    textCut: false,
    diffs: [],
    locations: [],
    warnings: [],
    ...more,
  };
  if (made !== null) decisions.set(item.id, made);
  return item;
}

function chat(items: readonly TranscriptItem[], title = 'Fix it') {
  const argsJson = '{"command":"npm test"}';
  const callOf = (callId: string) =>
    dense({ tool: 'core__bash', argsJson, decision: decisions.get(callId) });
  return { title, items, callOf };
}

const step = (
  text: string,
  expect: object = { status: 'completed', decision: { verdict: 'allow' } },
) => ({
  text,
  calls: [{ tool: 'core__bash', args: { command: 'npm test' }, expect }],
});

describe('a chat as a recording', () => {
  it('has the turns of the user, and a step for each call', () => {
    const recording = toRecording(
      chat([
        user('one'),
        said('thinking', true),
        said('I look.'),
        called(),
        called(),
        said('Done.'),
        user('two'),
        said('Yes.'),
      ]),
    );
    assert.deepEqual(recording, {
      title: 'Fix it',
      turns: [
        { user: 'one', steps: [step('I look.'), step(''), { text: 'Done.', calls: [] }] },
        { user: 'two', steps: [{ text: 'Yes.', calls: [] }] },
      ],
    });
  });

  it('leaves out what the user typed as a call, what has not ended, and turns of nothing else', () => {
    const recording = toRecording(
      chat([
        user('!npm test'),
        called({ origin: 'user' }),
        user('fix'),
        called(),
        called({ status: 'running' }),
        called({ status: 'asking' }),
        user('stopped at once'),
      ]),
    );
    assert.deepEqual(recording?.turns, [{ user: 'fix', steps: [step('')] }]);
  });

  it('is nothing where no model has answered', () => {
    assert.equal(toRecording(chat([])), undefined);
    assert.equal(toRecording(chat([user('!ls'), called({ origin: 'user' })])), undefined);
    assert.equal(toRecording(chat([said('hello')])), undefined);
  });

  it('keeps how a call ended and how it was decided', () => {
    const refused = { ...line, verdict: 'deny', reason: say`no` } as const;
    const failed = called({
      status: 'failed',
      exitCode: 3,
      decision: { ...decision, verdict: 'deny', approvedBy: 'none', trace: [refused] },
      failure: { errorCode: 'policy_denied', message: 'no' },
    });
    const invalid = called({
      status: 'failed',
      decision: { ...decision, verdict: 'deny', trace: [] },
      failure: { errorCode: 'validation', message: 'no' },
    });
    const undecided = called({ status: 'cancelled', decision: null });
    assert.deepEqual(toRecording(chat([user('go'), failed, invalid, undecided]))?.turns[0]?.steps, [
      step('', { status: 'failed', exitCode: 3, decision: { verdict: 'deny', by: 'rules: no' } }),
      step('', { status: 'failed', decision: { verdict: 'deny', by: 'validation' } }),
      step('', { status: 'cancelled' }),
    ]);
  });

  it('has no exit code of a command that went on in the background', () => {
    const items = [user('go'), called({ exitCode: 0, ranInBackground: true })];
    assert.equal(JSON.stringify(toRecording(chat(items))).includes('exitCode'), false);
  });

  it('holds no credential that was said', () => {
    const items = [user(`use ${secret}`), said(`I use ${secret}`), called()];
    const text = replayText(toRecording(chat(items, secret)) ?? assert.fail());
    assert.equal(text.includes('ghp_'), false);
    assert.match(text, /use \[REDACTED:github-token\]/);
  });

  it('is a file that can be read again, whatever the arguments were', () => {
    const items = [user('go'), called(), said('')];
    for (const argsJson of [
      '{"a":[1,{"b":null}]}',
      '(arguments that cannot be shown)',
      '[1]',
      '',
    ]) {
      const shown = { ...chat(items, ' '), callOf: () => ({ tool: 'core__bash', argsJson }) };
      const recording = toRecording(shown) ?? assert.fail();
      const read = valueOf(parseReplayFile(replayText(recording), '/r.json'));
      assert.deepEqual(read, { version: 1, ...recording });
      assert.equal(recording.title, 'Conversation');
    }
  });

  it('is offered a name without anything that a path could trip over', () => {
    assert.equal(replayFileName('Fix the failing test!'), 'fix-the-failing-test.replay.json');
    assert.equal(replayFileName('../../etc/\u0000 C:\\x'), 'etc-c-x.replay.json');
    assert.equal(replayFileName('…'), 'conversation.replay.json');
    assert.equal(replayFileName('Ünï 日本'), 'ünï-日本.replay.json');
    assert.ok(replayFileName('word '.repeat(100)).length < 80);
  });
});
