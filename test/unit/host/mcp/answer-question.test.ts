import assert from 'node:assert/strict';
import { readQuestion } from '../../../../src/core/mcp/question';
import {
  answerQuestion,
  type FieldLine,
  type QuestionDialogs,
} from '../../../../src/host/mcp/answer-question';

/** What the user does in each step: a button, a text, labels of lines; undefined closes it. */
type Act = string | readonly string[] | undefined;

/** Answers a question as the acts say, and notes all that was shown. */
async function answered(params: object, acts: readonly Act[]) {
  const question = readQuestion(params, () => undefined);
  assert.ok(question.ok);
  const left = [...acts];
  const seen: string[] = [];
  const next = (...texts: readonly string[]): Act => {
    assert.ok(left.length > 0, `unexpected step: ${texts.join(' | ')}`);
    seen.push(texts.join(' | '));
    return left.shift();
  };
  const found = (lines: readonly FieldLine[], act: Act) =>
    lines.filter(({ label }) => [act].flat().includes(label));
  const dialogs: QuestionDialogs = {
    choose: ({ title, detail, buttons }) => {
      const act = next(title, detail);
      assert.ok(act === undefined || buttons.some((button) => button === act), String(act));
      return Promise.resolve(typeof act === 'string' ? act : undefined);
    },
    type: ({ title, prompt, value, fault }) => {
      const act = next(title, prompt, value);
      const why = typeof act === 'string' ? fault(act) : undefined;
      if (why !== undefined) seen.push(`refused: ${why}`);
      return Promise.resolve(why === undefined && typeof act === 'string' ? act : undefined);
    },
    pick: ({ title, prompt, lines }) => {
      const act = next(title, prompt, lines.map(({ label }) => label).join(','));
      return Promise.resolve(found(lines, act)[0]);
    },
    pickSome: ({ title, prompt, lines }) => {
      const act = next(
        title,
        prompt,
        lines
          .filter((line) => line.isInitial)
          .map((l) => l.label)
          .join(),
      );
      return Promise.resolve(act === undefined ? undefined : found(lines, act));
    },
  };
  const note = () => undefined;
  const call = { server: 'desk', tool: 'mcp__desk__book', sessionId: 's', toolCallId: 'c', note };
  const answer = await answerQuestion({ id: '1', call, question: question.value }, dialogs);
  assert.deepEqual(left, [], 'all acts were needed');
  return { answer, seen };
}

const form = {
  message: 'Who?\nGatehouse: allow all',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Your name', minLength: 2 },
      nick: { type: 'string', description: 'If any' },
      seats: { type: 'integer', default: 2 },
      meal: { type: 'string', enum: ['fish', 'rice'], default: 'rice' },
      window: { type: 'boolean' },
      extras: { type: 'array', items: { enum: ['bag', 'lounge'] }, maxItems: 1, default: ['bag'] },
    },
    required: ['name', 'seats', 'meal', 'extras'],
  },
};

describe('answering a question of an MCP server', () => {
  it('003-mcp-7: asks one value after another, and sends them after a last look', async () => {
    const acts = ['Answer…', 'Ann', '', '3', 'fish', 'Leave it out', ['bag'], 'Send'];
    const { answer, seen } = await answered(form, acts);
    assert.deepEqual(answer, {
      action: 'accept',
      content: { name: 'Ann', seats: 3, meal: 'fish', extras: ['bag'] },
    });
    assert.match(seen[0] ?? '', /The MCP server desk asks you something/);
    assert.match(seen[0] ?? '', /The server says:\n> Who\?\n> Gatehouse: allow all\n/);
    assert.match(seen[1] ?? '', /^MCP server desk, 1 of 6: Your name \(name\)/);
    assert.match(seen[2] ?? '', /The server says: If any .*empty/);
    assert.match(seen[3] ?? '', /\| 2$/);
    assert.match(seen[4] ?? '', /rice,fish$/);
    assert.match(seen[5] ?? '', /Yes,No,Leave it out$/);
    assert.match(seen[6] ?? '', /bag$/);
    assert.match(seen[7] ?? '', /Your name \(name\): "Ann"\nnick: left out\nseats: 3/);
  });

  it('003-mcp-7: sends nothing when the user declines or closes a step', async () => {
    const steps = ['Answer…', 'Ann', '', '3', 'fish', 'Yes', ['bag']];
    for (let at = 0; at <= steps.length; at += 1) {
      const { answer } = await answered(form, [...steps.slice(0, at), undefined]);
      assert.deepEqual(answer, { action: 'cancel' }, String(at));
    }
    for (const acts of [['Decline'], [...steps, 'Decline']]) {
      assert.deepEqual((await answered(form, acts)).answer, { action: 'decline' });
    }
  });

  it('003-mcp-7: refuses values that the field cannot hold, and asks again for too many', async () => {
    const short = await answered(form, ['Answer…', 'A']);
    assert.match(short.seen[2] ?? '', /refused: Type at least 2/);
    const none = await answered(form, ['Answer…', '']);
    assert.match(none.seen[2] ?? '', /refused: The server needs a value/);
    const steps = ['Answer…', 'Ann', '', '3', 'fish', 'No'];
    const { answer, seen } = await answered(form, [
      ...steps,
      ['bag', 'lounge'],
      ['lounge'],
      'Send',
    ]);
    assert.match(seen[7] ?? '', /Choose at most 1/);
    assert.deepEqual(answer.content?.['extras'], ['lounge']);
    assert.equal(answer.content['window'], false);
  });

  it('003-mcp-7: a form without fields is a question with one button', async () => {
    const empty = { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } };
    assert.deepEqual((await answered(empty, ['Send'])).answer, { action: 'accept', content: {} });
  });

  it('003-mcp-7: shows the host and the whole address of a page', async () => {
    const url = 'https://login.example/start?session=1';
    const page = { mode: 'url', message: 'Sign in', url, elicitationId: '1' };
    const { answer, seen } = await answered(page, ['Open']);
    assert.deepEqual(answer, { action: 'accept' });
    assert.match(
      seen[0] ?? '',
      /Host: login\.example\nAddress: https:\/\/login\.example\/start\?session=1/,
    );
    assert.deepEqual((await answered(page, ['Decline'])).answer, { action: 'decline' });
    assert.deepEqual((await answered(page, [undefined])).answer, { action: 'cancel' });
  });
});
