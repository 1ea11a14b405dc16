import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { inEnglish } from '../../../../src/core/base/sentence';
import { fail, failure, succeed } from '../../../../src/core/contracts/failure';
import type { McpAnswer } from '../../../../src/core/ports/mcp';
import { ServerQuestions, type AnsweredQuestion } from '../../../../src/host/mcp/server-questions';
import { createFakeClock } from '../../fakes/clock';

const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
const page = { mode: 'url', message: 'Sign in', url: 'https://a.example/x', elicitationId: '1' };

/** Questions whose notification and dialogs the test plays. */
class World {
  readonly clock = createFakeClock();
  timeoutMs = 0;
  isRecorded = true;
  opens = true;
  readonly log: string[] = [];
  readonly records: AnsweredQuestion[] = [];
  choose: (chosen: 'answer' | 'decline' | undefined) => void = () => assert.fail('nothing shown');
  answer: (answer: McpAnswer) => void = () => assert.fail('nothing asked');
  private ids = 0;
  readonly questions = new ServerQuestions({
    system: { clock: this.clock, ids: { uuid: () => String((this.ids += 1)) } },
    timeoutMs: () => this.timeoutMs,
    refuseUrl: () => undefined,
    views: {
      announce: () => new Promise((resolve) => (this.choose = resolve)),
      show: () => {
        this.log.push('shown');
        return new Promise((resolve) => (this.answer = resolve));
      },
      open: (url) => {
        this.log.push(`open ${url}`);
        return Promise.resolve(this.opens);
      },
      informOver: () => void this.log.push('over'),
    },
    record: (answered) => {
      this.log.push(`record ${answered.action}`);
      this.records.push(answered);
      return Promise.resolve(
        this.isRecorded ? succeed(undefined) : fail(failure('execution', 'x')),
      );
    },
    report: (error) => assert.fail(String(error)),
  });

  ask(params: unknown, signal = new AbortController().signal) {
    const note = (text: Parameters<typeof inEnglish>[0]) => void this.log.push(inEnglish(text));
    const call = { server: 'desk', tool: 'mcp__desk__book', sessionId: 's', toolCallId: 'c', note };
    return this.questions.ask(call, params, signal);
  }
}

describe('questions of MCP servers', () => {
  it('003-mcp-7: wait for the user, who may close the notification and answer later', async () => {
    const world = new World();
    const asking = world.ask(form);
    assert.deepEqual([world.questions.list().length, world.log.length], [1, 1]);
    world.choose(undefined);
    await setImmediate();
    assert.equal(world.questions.list().length, 1, 'closing is no answer');
    const showing = world.questions.showNext();
    world.answer({ action: 'accept', content: { name: 'Ann' } });
    assert.equal(await showing, true);
    assert.deepEqual(await asking, { action: 'accept', content: { name: 'Ann' } });
    const [record] = world.records;
    assert.deepEqual([record?.action, record?.fields, record?.byUser], ['accept', ['name'], true]);
    assert.doesNotMatch(JSON.stringify(record), /Ann/);
    assert.equal(await world.questions.showNext(), false);
  });

  it('003-mcp-7: are declined from the notification', async () => {
    const world = new World();
    const asking = world.ask(form);
    world.choose('decline');
    assert.deepEqual(await asking, { action: 'decline' });
    assert.deepEqual(world.log.slice(1), ['record decline']);
  });

  it('003-mcp-7: close with their call, by their time limit and with the window', async () => {
    const world = new World();
    const stop = new AbortController();
    const stopped = world.ask(form, stop.signal);
    stop.abort();
    world.choose('answer');
    assert.deepEqual(await stopped, { action: 'cancel' });
    assert.ok(world.log.includes('over') && !world.log.includes('shown'), world.log.join());
    world.timeoutMs = 5000;
    const late = world.ask(form);
    world.clock.advance(5000);
    assert.deepEqual(await late, { action: 'cancel' });
    const closed = world.ask(form);
    world.questions.dispose();
    assert.deepEqual(await closed, { action: 'cancel' });
    assert.deepEqual(
      world.records.map(({ action, byUser }) => [action, byUser]),
      Array.from({ length: 3 }, () => ['cancel', false]),
    );
    assert.deepEqual(world.questions.list(), []);
  });

  it('003-mcp-7: take no answer of a dialog whose call was stopped', async () => {
    const world = new World();
    const stop = new AbortController();
    const asking = world.ask(form, stop.signal);
    world.choose('answer');
    await setImmediate();
    stop.abort();
    world.answer({ action: 'accept', content: { name: 'Ann' } });
    assert.deepEqual(await asking, { action: 'cancel' });
    assert.deepEqual(world.records[0]?.fields, []);
  });

  it('003-mcp-7: are declined unseen if they cannot be asked; the card says why', async () => {
    const world = new World();
    const properties = { password: { type: 'string' } };
    const wrong = { message: 'Who?', requestedSchema: { type: 'object', properties } };
    assert.deepEqual(await world.ask(wrong), { action: 'decline' });
    assert.match(world.log[0] ?? '', /^Gatehouse declined what the MCP server desk asks: .*secret/);
    assert.deepEqual(world.questions.list(), []);
    assert.equal(world.records[0]?.byUser, false);
  });

  it('003-mcp-7: open a page only after the answer is in the log', async () => {
    const world = new World();
    const asking = world.ask(page);
    world.choose('answer');
    await setImmediate();
    world.answer({ action: 'accept' });
    assert.deepEqual(await asking, { action: 'accept' });
    assert.deepEqual(world.log.slice(1), ['shown', 'record accept', 'open https://a.example/x']);
    world.opens = false;
    const failing = world.ask(page);
    world.choose('answer');
    await setImmediate();
    world.answer({ action: 'accept' });
    assert.deepEqual(await failing, { action: 'cancel' });
    world.isRecorded = false;
    world.log.length = 0;
    const unrecorded = world.ask(page);
    world.choose('answer');
    await setImmediate();
    world.answer({ action: 'accept' });
    assert.deepEqual(await unrecorded, { action: 'cancel' });
    assert.ok(!world.log.some((line) => line.startsWith('open')), world.log.join());
  });
});
