import assert from 'node:assert/strict';
import { FilterCounters } from '../../../../src/core/filters/filter-metrics';
import { createWorkGuard } from '../../../../src/adapters/system/work-guard';
import { filterRuleSchema } from '../../../../src/core/contracts/filter-rule';
import { FilterSet, type SourcedRule, filterText } from '../../../../src/core/filters/filter-set';
import { omittedMark } from '../../../../src/core/filters/lines/elision';
import { anyCommand, rulesOf, setOf, type Strategy } from './strategy-cases';

const noise: Strategy = { type: 'strip_noise', patterns: ['^Compiling '] };
const cut: Strategy = { type: 'truncate', max_lines: 4, head: 1, tail: 1 };

/** As many lines, each its own. */
function manyLines(count: number): string {
  return Array.from({ length: count }, (_, at) => `a line of text, number ${String(at)}\n`).join(
    '',
  );
}

describe('an output on its way through its rules', () => {
  it('counts lines and UTF-8 bytes before and after', () => {
    const text = 'Compiling é\nCompiling 🎉\n\n\n\nfertig ✓\n';
    const run = setOf(noise).open(anyCommand);
    for (const unit of text.split('')) run?.write(unit);
    const report = run?.end(0);
    assert.deepEqual(report, {
      text: '\nfertig ✓\n',
      rules: ['rule-0'],
      confidence: 'full',
      rawLines: 6,
      filteredLines: 2,
      rawBytes: Buffer.byteLength(text),
      filteredBytes: Buffer.byteLength('\nfertig ✓\n'),
    });
  });

  it('ends with a line feed where the output does, and only there', () => {
    for (const ending of ['', '\n']) {
      const { text } = filterText(setOf(noise), anyCommand, `Compiling a\ndone${ending}`, 0);
      assert.equal(text, `done${ending}`);
    }
  });

  it('003-filters-2: leaves an output alone of which nothing can be left out', () => {
    const { text, report } = filterText(setOf(noise), anyCommand, 'one\n\n\n\ntwo\n', 0);
    assert.equal(report, undefined);
    assert.equal(text, 'one\n\n\n\ntwo\n');
  });

  it('003-filters-4: the worst confidence of several rules counts', () => {
    const text = `Compiling a\n${manyLines(9)}`;
    assert.equal(filterText(setOf(noise, cut), anyCommand, text, 0).report?.confidence, 'partial');
    assert.equal(
      filterText(setOf(noise, cut), anyCommand, 'Compiling a\nx\n', 0).report?.confidence,
      'fallback',
    );
  });

  it('003-filters-4: rules work one behind the other, in their order', () => {
    const text = `first\n${'Compiling a\n'.repeat(9)}last\n`;
    assert.equal(filterText(setOf(noise, cut), anyCommand, text, 0).text, 'first\nlast\n');
    assert.equal(
      filterText(setOf(cut, noise), anyCommand, text, 0).text,
      `first\n${omittedMark(9)}\nlast\n`,
    );
  });

  it('003-filters-5: metrics count each rule, and each output once with its worst confidence', () => {
    const counters = new FilterCounters();
    const set = new FilterSet(rulesOf(noise, cut), { limitBytes: 10_000, counters });
    const text = `Compiling a\n${manyLines(9)}`;
    const { report } = filterText(set, anyCommand, text, 0);
    filterText(set, anyCommand, 'x\n', 0);
    assert.deepEqual(counters.metrics(), {
      full: 0,
      partial: 1,
      fallback: 1,
      rawBytes: text.length + 2,
      filteredBytes: (report?.filteredBytes ?? 0) + 2,
      rules: [
        {
          rule: 'rule-0',
          outputs: 2,
          full: 1,
          partial: 0,
          fallback: 1,
          linesIn: 11,
          linesOut: 10,
        },
        {
          rule: 'rule-1',
          outputs: 2,
          full: 0,
          partial: 1,
          fallback: 1,
          linesIn: 10,
          linesOut: 4,
        },
      ],
    });
  });

  it('keeps the beginning and the end of what is still too long, and counts all of it', () => {
    const rule = filterRuleSchema.parse({
      name: 'noise',
      match: { exact: 'tool' },
      strategy: noise,
    });
    const set = new FilterSet([{ rule, source: 'built-in' }], { limitBytes: 1000 });
    const all = manyLines(500);
    const { report } = filterText(set, anyCommand, `Compiling a\n${all}`, 0);
    assert.match(report?.text ?? '', /^a line of text, number 0\n[^]* bytes cut [^]*number 499\n$/);
    assert.ok((report?.text.length ?? 0) < 1100);
    assert.equal(report?.filteredBytes, all.length);
    assert.equal(report.filteredLines, 500);
  });
});

describe('a line that is too long to be held', () => {
  const long = 'word '.repeat(400_000);

  it('is cut in its middle, the same however it comes', () => {
    const text = `Compiling a\n${long}\nlast\n`;
    const once = filterText(setOf(noise), anyCommand, text, 0).text;
    assert.match(once, /^(?:word )+w?o?r?d? … \d+ characters cut … d?(?: ?word)+ \nlast\n$/);
    assert.ok(once.length < 100_000);
    const run = setOf(noise).open(anyCommand);
    for (let at = 0; at < text.length; at += 777) run?.write(text.slice(at, at + 777));
    assert.equal(run?.end(0)?.text, once);
  });

  it('is as it was when it is filtered again', () => {
    const once = filterText(setOf(noise), anyCommand, `Compiling a\n${long}\n`, 0).text;
    assert.equal(filterText(setOf(noise), anyCommand, `Compiling b\n${once}`, 0).text, once);
  });

  it('never halves a pair of surrogates', () => {
    const { text } = filterText(
      setOf(noise),
      anyCommand,
      `Compiling a\n.${'🎉'.repeat(200_000)}`,
      0,
    );
    assert.doesNotMatch(text, /\p{Surrogate}/u);
  });

  it('leaves the output whole when a preserved line would be cut', () => {
    const text = `Compiling a\n${long}permission denied ${long}\n`;
    assert.equal(filterText(setOf(noise), anyCommand, text, 0).report, undefined);
  });
});

describe('a rule that the user wrote', () => {
  const rules = (['user', 'workspace', 'built-in'] as const).map((source): SourcedRule => ({
    rule: filterRuleSchema.parse({
      name: `${source}-rule`,
      match: { regex: `^${source}$` },
      strategy: noise,
    }),
    source,
  }));
  const command = (text: string) => ({ whole: text, last: text });

  /** Breaks off the work that it is told to, by its number. */
  function guardThatBreaks(...broken: readonly number[]) {
    let works = 0;
    const guard = <T>(work: () => T): T | undefined => {
      works += 1;
      const done = work();
      return broken.includes(works) ? undefined : done;
    };
    return { guard, works: () => works };
  }

  it('is guarded while it works, and a built-in one is not', () => {
    const { guard, works } = guardThatBreaks();
    const set = new FilterSet(rules, { limitBytes: 1000, guard });
    assert.equal(filterText(set, command('user'), 'Compiling a\nx\n', 0).text, 'x\n');
    const guarded = works();
    assert.ok(guarded > 0);
    set.open(command('nothing'));
    const matching = works() - guarded;
    assert.equal(filterText(set, command('built-in'), 'Compiling a\nx\n', 0).text, 'x\n');
    assert.equal(works(), guarded + 2 * matching);
  });

  it('003-safety-4: that is over its time is left out from then on, named, and the output stays raw', () => {
    const slow: string[] = [];
    const evil = { type: 'strip_noise', patterns: ['^Compiling ', '^(?:a+)+$'] };
    const counters = new FilterCounters();
    const set = new FilterSet(
      [
        ...rules,
        {
          rule: filterRuleSchema.parse({ name: 'evil', match: { prefix: 'user' }, strategy: evil }),
          source: 'user',
        },
      ],
      {
        limitBytes: 1000,
        guard: createWorkGuard(500),
        counters,
        onSlow: (rule) => slow.push(rule),
      },
    );
    const output = `Compiling a\n${'a'.repeat(50)}!\n`;
    const { text, report } = filterText(set, command('user'), output, 0);
    assert.equal(report, undefined);
    assert.equal(text, output);
    assert.deepEqual(slow, ['evil']);
    assert.deepEqual(set.rulesFor(command('user')), ['user-rule']);
    assert.equal(counters.metrics().fallback, 1);
  });

  it('is left out when its matcher is over its time', () => {
    const slow: string[] = [];
    const { guard } = guardThatBreaks(1);
    const set = new FilterSet(rules, {
      limitBytes: 1000,
      guard,
      onSlow: (rule) => slow.push(rule),
    });
    assert.equal(set.open(command('user')), undefined);
    assert.deepEqual(slow, ['user-rule']);
    assert.deepEqual(set.rulesFor(command('workspace')), ['workspace-rule']);
  });
});
