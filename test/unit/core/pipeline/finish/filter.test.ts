import assert from 'node:assert/strict';
import type { FilterReport } from '../../../../../src/core/contracts/filter-rule';
import { failure } from '../../../../../src/core/contracts/failure';
import { reportOf } from '../../../fakes/filters';
import { createWorld, type WorldOptions } from '../fixture';

const secret = `ghp_${'a1B2'.repeat(9)}`;
const raw = 'line of progress\n'.repeat(342);
const short = 'error: it failed\n';

function worldOf(report: FilterReport | undefined, options: WorldOptions & { said?: string } = {}) {
  const { said = raw } = options;
  const run = () =>
    Promise.resolve({ ok: true, value: { said }, ...(report && { filter: report }) } as const);
  return createWorld({ run, isFiltered: true, ...options });
}

describe('the output of a call that filters have shortened', () => {
  it('003-filters-1: is what the model reads, and names the whole', async () => {
    const world = worldOf(reportOf(short, raw), { traits: ['readsOverflow'] });
    const outcome = await world.call({ text: 'make' });
    assert.ok(outcome.text.startsWith(short));
    assert.match(
      outcome.text,
      /\[Shortened by rule: 342 lines -> 1 lines\. Full output: overflow:/,
    );
    assert.deepEqual(world.stored, [raw]);
    assert.ok(outcome.text.includes(`overflow:${String(outcome.overflowId)}; read it with echo.`));
    assert.deepEqual(outcome.output, { said: raw });
  });

  it('003-filters-7: filter statistics are in the audit log, and absent without a filter', async () => {
    const world = worldOf(reportOf(short, raw));
    await world.call({ text: 'make' });
    const numbers = { raw_lines: 342, filtered_lines: 1, raw_bytes: 5814, filtered_bytes: 17 };
    assert.deepEqual(world.entries[0]?.filter, {
      rules: ['rule'],
      confidence: 'full',
      ...numbers,
    });
    const plain = worldOf(undefined);
    await plain.call({ text: 'make' });
    assert.equal(plain.entries[0]?.filter, undefined);
  });

  it('003-filters-2: is never longer: with too little gain the raw output is used, and nothing is stored', async () => {
    const said = raw.slice(0, 900);
    const nearly = raw.slice(0, 700);
    const world = worldOf(reportOf(nearly, said, { confidence: 'partial' }), { said });
    const outcome = await world.call({ text: 'make' });
    assert.equal(outcome.text, said);
    assert.equal(outcome.filter, undefined);
    assert.deepEqual(world.stored, []);
  });

  it('a little noise that a rule is sure of goes without words', async () => {
    const said = `${'Compiling\n'.repeat(40)}Finished\n`;
    const world = worldOf(reportOf('Finished\n', said), { said });
    const outcome = await world.call({ text: 'make' });
    assert.equal(outcome.text, 'Finished\n');
    assert.deepEqual(world.stored, [said]);
    assert.equal(outcome.filter?.rawLines, 41);
  });

  it('000-envelope-2: what filters shorten is not truncated', async () => {
    const outcome = await worldOf(reportOf(short, raw)).call({ text: 'make' });
    assert.notEqual(outcome.filter, undefined);
    assert.equal(outcome.presentation.truncated, undefined);
  });

  it('an output that was nothing but noise does not look like silence', async () => {
    const outcome = await worldOf(reportOf('\n', raw)).call({ text: 'make' });
    assert.match(outcome.text, /^\(342 lines of progress and noise only\)/);
  });

  it('an output whose midst was cut names begin and end', async () => {
    const report = reportOf(short, raw, { rawLines: 9000 });
    const outcome = await worldOf(report).call({ text: 'make' });
    assert.match(outcome.text, /Its start and end: overflow:/);
  });

  it('if the whole cannot be kept, the model reads the whole', async () => {
    const said = raw.slice(0, 900);
    const world = worldOf(reportOf('short', said), { said, overflowFails: true });
    const outcome = await world.call({ text: 'make' });
    assert.equal(outcome.text, said);
    assert.equal(outcome.filter, undefined);
  });

  it('003-secrets-1: credentials are removed from it, and the scan saw the raw output', async () => {
    const report = reportOf(`kept ${secret}\n`, raw);
    const world = worldOf(report, { said: `${raw}token ${secret}\n` });
    const outcome = await world.call({ text: 'make' });
    const everything = JSON.stringify([outcome, world.entries, world.events, world.stored]);
    assert.equal(everything.includes('ghp_'), false);
    assert.match(outcome.text, /^kept \[REDACTED:github-token\][^]*\[warning\]/);
  });

  it('of a failed command keeps the failure in front', async () => {
    const failed = failure('execution', 'not found');
    const run = () =>
      Promise.resolve({
        ok: false,
        failure: failed,
        value: { said: raw },
        filter: reportOf(short, raw),
      } as const);
    const outcome = await createWorld({ run, isFiltered: true }).call({ text: 'make' });
    assert.match(outcome.text, /^\[tool_error\][^]*error: it failed[^]*overflow:/);
  });

  it('of a tool that has no such field changes nothing', async () => {
    const outcome = await worldOf(reportOf(short, raw), { isFiltered: false }).call({ text: 'a' });
    assert.notEqual(outcome.text, short);
    assert.equal(outcome.filter, undefined);
  });
});

describe('an output that a chat has read before', () => {
  it('is named, not repeated, and can be read again', async () => {
    const said = raw.slice(0, 900);
    const world = worldOf(undefined, { said, traits: ['readsOverflow'] });
    const first = await world.call({ text: 'make' }, { toolCallId: 'call_1' });
    const second = await world.call({ text: 'make' }, { toolCallId: 'call_2' });
    assert.equal(first.text, said);
    assert.match(
      second.text,
      /^\[Same output as call 1 \(call_1\) with the same arguments: \d+ lines/,
    );
    assert.equal(second.repeats, 'call_1');
    assert.deepEqual(world.stored, [said]);
    assert.ok(second.text.includes(`use echo with overflow:${String(second.overflowId)}.`));
  });

  it('is stored once, however often it is named', async () => {
    const world = worldOf(undefined, { said: raw.slice(0, 900) });
    for (let count = 0; count < 4; count += 1) await world.call({ text: 'make' });
    assert.equal(world.stored.length, 1);
  });

  for (const [what, second] of [
    ['another command', { text: 'make all' }],
    ['a short output', { text: 'make' }],
  ] as const) {
    it(`is not looked for in ${what}`, async () => {
      const said = what === 'a short output' ? 'short\n' : raw.slice(0, 900);
      const world = worldOf(undefined, { said });
      await world.call({ text: 'make' });
      assert.equal((await world.call(second)).text, said);
    });
  }

  it('is given whole again when the model has it no more', async () => {
    const said = raw.slice(0, 900);
    const world = worldOf(undefined, { said });
    await world.call({ text: 'make' }, { toolCallId: 'call_1' });
    world.pipeline.forgetSeen('s1', ['call_1']);
    assert.equal((await world.call({ text: 'make' })).text, said);
  });

  it('a different output of the same command is given whole', async () => {
    let count = 0;
    const run = () => {
      count += 1;
      return Promise.resolve({
        ok: true,
        value: { said: `${raw.slice(0, 900)}${count}` },
      } as const);
    };
    const world = createWorld({ run, isFiltered: true });
    await world.call({ text: 'make' });
    assert.match((await world.call({ text: 'make' })).text, /2$/);
  });
});
