import assert from 'node:assert/strict';
import {
  DoomLoop,
  withWarning,
  type CompletedCall,
} from '../../../../../src/core/agent/conversation/doom-loop';
import { callsFor, says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

let count = 0;

/** A call with its result; every one has an id of its own. */
function call(name: string, text = 'same', polled = false): CompletedCall {
  const toolCallId = `id-${(count += 1)}`;
  const named = { toolCallId, wireId: toolCallId, name };
  return {
    call: { ...named, argsText: '{}' },
    answer: { role: 'tool', ...named, text, status: 'completed' },
    polled,
    repeats: text.startsWith('[Same output as'),
  };
}

function verdicts(...rounds: readonly (readonly CompletedCall[])[]) {
  const watch = new DoomLoop();
  return rounds.map((round) => watch.judge(round));
}

describe('doom loop', () => {
  it('decision 24: warns at the second identical round, stops at the third', () => {
    assert.deepEqual(verdicts([call('a')], [call('a')], [call('a')]), ['go', 'warn', 'stop']);
  });

  it('decision 24: other results are no loop', () => {
    const rounds = ['1', '2', '3', '4'].map((text) => [call('a', text)]);
    assert.deepEqual(verdicts(...rounds), ['go', 'go', 'go', 'go']);
  });

  it('decision 24: an output that is only named is the same output', () => {
    const named = () => [call('a', '[Same output as call 1]')];
    assert.deepEqual(verdicts([call('a')], named(), named()), ['go', 'warn', 'stop']);
    assert.deepEqual(verdicts([call('a')], [call('a', 'new')], named()), ['go', 'go', 'warn']);
  });

  it('warns of a cycle of two', () => {
    const found = verdicts([call('a')], [call('b')], [call('a')], [call('b')]);
    assert.deepEqual(found, ['go', 'go', 'circle', 'circle']);
  });

  it('a cycle whose results differ is none', () => {
    const found = verdicts([call('a', '1')], [call('b')], [call('a', '2')], [call('c')]);
    assert.deepEqual(found, ['go', 'go', 'go', 'go']);
  });

  it('what was four calls ago is forgotten', () => {
    const names = ['a', 'b', 'c', 'd', 'a'];
    const rounds = names.map((name) => [call(name)]);
    assert.deepEqual(verdicts(...rounds).at(-1), 'go');
  });

  it('the same call twice in one round is no cycle', () => {
    assert.deepEqual(verdicts([call('a'), call('a')]), ['go']);
  });

  it('decision polling-is-no-loop: polling a command that runs on is not counted', () => {
    const rounds = Array.from({ length: 5 }, () => [call('core__bash_output', 'same', true)]);
    assert.deepEqual(verdicts(...rounds), ['go', 'go', 'go', 'go', 'go']);
  });

  it('polling next to the same other call is', () => {
    const round = () => [call('core__bash_output', 'same', true), call('a')];
    assert.deepEqual(verdicts(round(), round(), round()), ['go', 'warn', 'stop']);
  });

  it('puts the warning at the end of the last answer', () => {
    const answers = [call('a').answer, call('b').answer];
    assert.equal(withWarning(answers, 'go'), answers);
    const [first, second] = withWarning(answers, 'circle');
    assert.equal(first?.text, 'same');
    assert.match(second?.text ?? '', /^same\n\n.*a moment ago/s);
  });
});

describe('doom loop of a chat', () => {
  const catalog = [toolSpec('core__bash_output', 'read_only')];
  const poll = callsFor({ name: 'core__bash_output', args: '{"id":"bg1"}' });

  function startPolling(state: 'running' | 'ended') {
    return startAgent({
      answers: [poll, poll, poll, poll, says('Done.')],
      run: () => ({
        effect: 'read_only',
        text: '(no new output)',
        output: { commands: [{ id: 'bg1', state }] },
      }),
      catalog,
    });
  }

  it('decision polling-is-no-loop: waits for a command in the background as long as it runs', async () => {
    const chat = await startPolling('running');
    await chat.say('Go');
    assert.equal(chat.said(), 'Done.');
    const answers = chat.lastMessages().flatMap((m) => (m.role === 'tool' ? [m.text] : []));
    assert.ok(answers.every((text) => text === '(no new output)'));
  });

  it('stops when it asks again and again for one that has ended', async () => {
    const chat = await startPolling('ended');
    await chat.say('Go');
    assert.match(chat.notices()[0] ?? '', /three times in a row/);
  });

  const ended = () =>
    startAgent({
      answers: [poll, poll, poll, poll],
      catalog,
      settings: { maxIterations: 1 },
    });

  it('is watched across Continue: a limit that is reached first does not hide it', async () => {
    const chat = await ended();
    await chat.say('Go');
    await chat.resume();
    assert.match(chat.lastMessages().at(-1)?.text ?? '', /^done/);
    await chat.resume();
    assert.match(chat.notices().at(-1) ?? '', /three times in a row/);
    assert.match(chat.lastMessages().at(-1)?.text ?? '', /You made exactly the same call before/);
  });

  it('starts over with a message, which may ask for just that', async () => {
    const chat = await ended();
    await chat.say('Go');
    await chat.resume();
    await chat.say('Look once more');
    assert.match(chat.notices().at(-1) ?? '', /maxToolIterations/);
  });
});
