import assert from 'node:assert/strict';
import type { ToolContext, ToolResult } from '../../../../src/core/contracts/tools/define-tool';
import { failure } from '../../../../src/core/contracts/failure';
import { createWorld } from './fixture';

type Answer = ToolResult<{ readonly said: string; readonly hidden?: string }>;

const secret = `ghp_${'a1B2'.repeat(9)}`;

/** The end of what runs on, for a test to bring about. */
function createEnd() {
  let end: ((answer: Answer) => void) | undefined;
  const continues = new Promise<Answer>((settle) => (end = settle));
  assert.ok(end);
  return { continues, end };
}

/** A world whose tool answers at once, and ends when the test says so. */
function createLateWorld() {
  const { continues, end } = createEnd();
  const world = createWorld({
    run: () => Promise.resolve({ ok: true, value: { said: 'runs on' }, continues }),
  });
  const ends = (answer: Answer): Promise<void> => {
    end(answer);
    return world.pipeline.backgroundEnds();
  };
  return { world, ends };
}

describe('what runs on after its answer', () => {
  it('decision 38: a command moved to the background is answered, and its real end is a second audit row', async () => {
    const { world, ends } = createLateWorld();
    const outcome = await world.call({ text: 'npm start' });
    assert.deepEqual([outcome.status, outcome.text], ['completed', 'runs on']);
    assert.deepEqual(
      world.entries.map(({ event, summary }) => [event, summary]),
      [[undefined, 'runs on']],
    );
    world.clock.advance(180_000);
    await ends({ ok: true, value: { said: 'bye' }, failed: true });
    const [first, second] = world.entries;
    assert.ok(first && second);
    assert.deepEqual(
      { ...second, ts: '' },
      {
        ...first,
        ts: '',
        event: 'background_end',
        result: 'error',
        summary: 'bye',
        duration_ms: 180_000,
        error_code: 'execution',
        error_category: 'permanent_failure',
      },
    );
  });

  it('still has one start and one end, and nothing after it', async () => {
    const { world, ends } = createLateWorld();
    await world.call({ text: 'a' });
    const before = [...world.log];
    await ends({ ok: true, value: { said: 'bye' } });
    assert.deepEqual(world.log.slice(before.length), ['audit']);
    assert.deepEqual(
      before.filter((line) => line === 'start' || line === 'end'),
      ['start', 'end'],
    );
  });

  const ends = [
    ['success', { ok: true, value: { said: 'x' } }],
    ['error', { ok: false, failure: failure('timeout', 'Too long.'), value: { said: 'x' } }],
    ['cancelled', { ok: false, failure: failure('cancelled', 'Stopped.'), value: { said: 'x' } }],
  ] as const;
  for (const [result, answer] of ends) {
    it(`records ${result}`, async () => {
      const late = createLateWorld();
      await late.world.call({ text: 'a' });
      await late.ends(answer);
      assert.equal(late.world.entries[1]?.result, result);
    });
  }

  it('passes the finish stages: fields outside the allowlist and credentials reach no row', async () => {
    const { world, ends } = createLateWorld();
    await world.call({ text: 'a' });
    await ends({ ok: true, value: { said: `token ${secret}`, hidden: 'leak' } });
    const row = JSON.stringify(world.entries[1]);
    assert.deepEqual([row.includes('ghp_'), row.includes('leak')], [false, false]);
    assert.match(row, /\[warning\]/);
  });

  it('puts a long end into the overflow store, and its row refers to it', async () => {
    const { world, ends } = createLateWorld();
    await world.call({ text: 'a' });
    await ends({ ok: true, value: { said: 'x'.repeat(5000) } });
    assert.equal(world.stored.length, 1);
    assert.notEqual(world.entries[1]?.overflow_id, undefined);
  });

  it('is not lost by a reset of its chat', async () => {
    const { world, ends } = createLateWorld();
    await world.call({ text: 'a' });
    world.pipeline.reset('s1');
    await ends({ ok: true, value: { said: 'bye' } });
    assert.equal(world.entries.length, 2);
  });

  it('a row that cannot be written is reported', async () => {
    let auditFails = false;
    const { continues, end } = createEnd();
    const world = createWorld({
      run: () => Promise.resolve({ ok: true, value: { said: 'runs on' }, continues }),
      get auditFails() {
        return auditFails;
      },
    });
    await world.call({ text: 'a' });
    auditFails = true;
    end({ ok: true, value: { said: 'bye' } });
    await world.pipeline.backgroundEnds();
    assert.match(
      world.log.at(-1) ?? '',
      /^report .*end of a background command was not recorded: disk full/,
    );
  });

  it('an end that breaks its contract is reported and has no other effect', async () => {
    const continues = Promise.reject<Answer>(new Error('broken'));
    const run = () => Promise.resolve({ ok: true as const, value: { said: 'runs on' }, continues });
    const world = createWorld({ run });
    const outcome = await world.call({ text: 'a' });
    await world.pipeline.backgroundEnds();
    assert.equal(outcome.status, 'completed');
    assert.match(world.log.at(-1) ?? '', /report .*broken/);
  });

  it('a call that is stopped just as it answers still has its real end recorded', async () => {
    const { continues, end } = createEnd();
    const stopping = new AbortController();
    const world = createWorld({
      run: () => {
        stopping.abort();
        return Promise.resolve({ ok: true, value: { said: 'runs on' }, continues });
      },
    });
    stopping.signal.addEventListener('abort', () => {
      world.controller.abort();
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.status, 'cancelled');
    end({ ok: true, value: { said: 'bye' } });
    await world.pipeline.backgroundEnds();
    assert.deepEqual(
      world.entries.map(({ event, result }) => [event, result]),
      [
        [undefined, 'cancelled'],
        ['background_end', 'success'],
      ],
    );
  });
});

describe('what a tool knows about its call', () => {
  it('that it may go on after its answer', async () => {
    const seen: boolean[] = [];
    const run = (_text: string, { mayContinue }: ToolContext) => {
      seen.push(mayContinue);
      return Promise.resolve({ ok: true as const, value: { said: 'x' } });
    };
    await createWorld({ run }).call({ text: 'a' });
    assert.deepEqual(seen, [true]);
  });

  it('that what it runs waits for input reaches the card', async () => {
    const run = (_text: string, { progress }: ToolContext) => {
      progress({ waitsForInput: true });
      return Promise.resolve({ ok: true as const, value: { said: 'x' } });
    };
    const world = createWorld({ run });
    await world.call({ text: 'a' });
    const progress = world.events.find(({ type }) => type === 'progress');
    assert.deepEqual(progress?.type === 'progress' && progress.progress, { waitsForInput: true });
  });
});
