import assert from 'node:assert/strict';
import { filterRuleSchema, customMatchers } from '../../../../src/core/contracts/filter-rule';
import { builtInRules } from '../../../../src/core/filters/built-in.gen';
import { filterTemplate } from '../../../../src/host/filters/filter-template';
import { parseRules } from '../../../../src/host/filters/parse-rules';

const names = builtInRules.map(({ name }) => name);
describe('the template of filters.toml', () => {
  let template = '';
  before(async () => {
    template = await filterTemplate('media/filters.toml', names);
  });

  it('sets nothing in force', () => {
    assert.deepEqual(parseRules(template), { ok: true, value: { entries: [], problems: [] } });
  });

  it('has a valid example of every strategy', () => {
    const rules = template
      .split('\n')
      .flatMap((line) =>
        /^# (?:\[\[|name |match = \{.*\}$|strategy |enabled )/.test(line) ? [line.slice(2)] : [],
      );
    const from = rules.indexOf('[[rules]]');
    const parsed = parseRules(rules.slice(from).join('\n'));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.problems, []);
    const types = parsed.value.entries.flatMap(({ rule }) => rule?.strategy.type ?? []);
    const all = filterRuleSchema.shape.strategy.options.map(({ shape }) => shape.type.value);
    assert.deepEqual(new Set(types), new Set(all));
  });

  it('has an example of every way to match, and the name of every built-in rule', () => {
    for (const way of ['exact =', 'prefix =', 'regex =', ...customMatchers]) {
      assert.ok(template.includes(way), way);
    }
    for (const name of names) assert.match(template, new RegExp(`^#.* ${name}(?:,|$)`, 'm'));
  });

  it('fits the width of an editor', () => {
    const long = template.split('\n').filter((line) => line.length > 110 && !/strategy/.test(line));
    assert.deepEqual(long, []);
  });
});
