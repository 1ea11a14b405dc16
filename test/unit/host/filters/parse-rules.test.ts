import assert from 'node:assert/strict';
import { parseRules } from '../../../../src/host/filters/parse-rules';

function read(text: string) {
  const parsed = parseRules(text);
  return parsed.ok ? parsed.value : assert.fail(parsed.failure.text);
}

function problemsOf(text: string): readonly string[] {
  return read(text).problems.map(({ line, text: why }) => `${String(line)} ${why}`);
}

const good = `[[rules]]
name = "make"
match = { prefix = "make" }
strategy = { type = "truncate", max_lines = 80, head = 15, tail = 15 }
`;

function rule(body: string): string {
  return `[[rules]]\nname = "x"\n${body}\n`;
}

describe('the rules of a filters.toml', () => {
  it('003-match-1: are read as the specification writes them', () => {
    const { entries, problems } = read(`${good}
[[rules]]
name = "docker-build"
match = { prefix = "docker build" }
strategy = { type = "strip_noise", patterns = [
"^Step \\\\d+/\\\\d+ : ",
'^\\s*$',
] }

[[rules]]
name = "npm-install"
enabled = false
`);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      entries.map(({ name, enabled, line }) => [name, enabled, line]),
      [
        ['make', true, 1],
        ['docker-build', true, 6],
        ['npm-install', false, 14],
      ],
    );
    assert.equal(entries[2]?.rule, undefined);
    assert.deepEqual(entries[1]?.rule?.strategy, {
      type: 'strip_noise',
      patterns: [String.raw`^Step \d+/\d+ : `, String.raw`^\s*$`],
    });
  });

  it('003-safety-3: invalid rules are skipped with a warning, valid rules in the same file still load', () => {
    const { entries, problems } = read(`${rule('match = { prefix = "a" }')}\n${good}`);
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['make'],
    );
    assert.equal(problems.length, 1);
    assert.equal(problems[0]?.line, 1);
  });

  for (const [what, text, why] of [
    [
      'two ways to match',
      rule('match = { prefix = "a", regex = "b" }\nstrategy = { type = "git_status" }'),
      'match needs exactly one of exact, prefix, regex, custom',
    ],
    [
      'a strategy that is not there',
      rule('match = { prefix = "a" }\nstrategy = { type = "strip_nose", patterns = ["a"] }'),
      'there is no strategy "strip_nose" (did you mean "strip_noise"?)',
    ],
    ['no strategy', rule('match = { prefix = "a" }'), 'strategy is missing'],
    [
      'a strategy without a type',
      rule('match = { prefix = "a" }\nstrategy = { patterns = ["a"] }'),
      'strategy.type is missing: use one of strip_noise, truncate',
    ],
    [
      'an unknown key',
      rule('match = { prefix = "a" }\nstrategy = { type = "git_diff", max_lines = 3 }\nfoo = 1'),
      'strategy has no key "max_lines" (it has type, max_diff_lines); a rule has no key "foo"',
    ],
    [
      'a missing parameter',
      rule('match = { prefix = "a" }\nstrategy = { type = "truncate", max_line = 9 }'),
      'strategy.max_lines is missing; strategy has no key "max_line" (did you mean "max_lines"?)',
    ],
    [
      'a value of another type',
      rule('match = { prefix = 1 }\nstrategy = { type = "keep_matching", patterns = "a" }'),
      'match.prefix must be a string; strategy.patterns must be a list, [ … ]',
    ],
    [
      'half a line',
      rule('match = { prefix = "a" }\nstrategy = { type = "truncate", max_lines = 50.5 }'),
      'strategy.max_lines must be a whole number',
    ],
    [
      'no pattern at all',
      rule('match = { prefix = "a" }\nstrategy = { type = "keep_matching", patterns = [] }'),
      'strategy.patterns must not be empty',
    ],
    [
      '003-safety-2: a regex of over 512 characters',
      rule(`match = { regex = "${'a'.repeat(513)}" }\nstrategy = { type = "git_status" }`),
      'match.regex must have at most 512 characters',
    ],
    [
      'a format nobody reads',
      rule('match = { prefix = "a" }\nstrategy = { type = "test_summary", format = "junit" }'),
      'strategy.format must be one of auto, cargo, pytest, go',
    ],
    [
      'a match that is no table',
      rule('match = "make"\nstrategy = { type = "git_status" }'),
      'match must be a table, { … }',
    ],
    [
      'neither match nor switch',
      rule('# nothing'),
      'it needs match and strategy, or enabled to switch a built-in rule',
    ],
    [
      'a switch that is neither on nor off',
      rule('enabled = "no"'),
      'enabled must be true or false',
    ],
  ] as const) {
    it(`report ${what} in plain words, with line and name`, () => {
      const [problem = ''] = problemsOf(text);
      assert.ok(problem.startsWith(`1 the rule "x" is skipped: ${why}`), problem);
    });
  }

  it('are named by their number where they have no name', () => {
    assert.deepEqual(problemsOf('[[rules]]\nenabled = false\n'), [
      '1 rule 1 is skipped: name is missing',
    ]);
  });

  it('003-match-1: may have any name, and truncate its defaults whatever max_lines is', () => {
    const { entries, problems } = read(
      '[[rules]]\nname = "Not So / größer"\nmatch = { prefix = "a" }\nstrategy = { type = "truncate", max_lines = 10 }\n',
    );
    assert.deepEqual(problems, []);
    const [entry] = entries;
    assert.equal(entry?.name, 'Not So / größer');
    assert.deepEqual(entry.rule?.strategy, { type: 'truncate', max_lines: 10, head: 20, tail: 20 });
  });

  it('take a name once', () => {
    const { entries, problems } = read(`${good}\n${good}`);
    assert.equal(entries.length, 1);
    assert.deepEqual(problems, [
      {
        line: 6,
        text: 'the rule "make" is skipped: its name is already used by the rule in line 1',
      },
    ]);
  });

  it('report an unknown key', () => {
    assert.deepEqual(problemsOf('rule = 1\n'), [
      'undefined "rule" (did you mean "rules"?) is unknown here: put rules below [[rules]]',
    ]);
    assert.deepEqual(problemsOf('[rules]\nname = "a"\n'), [
      'undefined each rule starts with [[rules]], in double brackets',
    ]);
  });

  it('are read even when their line numbers are unknown', () => {
    const inline = 'rules = [{ name = "git-diff", enabled = false }]\n';
    assert.deepEqual(read(inline).entries, [{ name: 'git-diff', enabled: false, line: undefined }]);
    const lookalike = `${good}[[rules]]\nname = "x"\nenabled = true\nnote = """\n[[rules]]\n"""\n`;
    assert.deepEqual(problemsOf(lookalike), [
      'undefined the rule "x" is skipped: a rule has no key "note" (did you mean "name"?)',
    ]);
  });

  it('are none in a text that is no TOML, which says line and column', () => {
    const parsed = parseRules('[[rules]]\nname = "x\n');
    assert.deepEqual(parsed.ok ? undefined : parsed.failure, {
      line: 2,
      text: 'it is not valid TOML: control characters are not allowed in strings (column 10)',
    });
  });

  it('show nothing of a name that a screen would act on', () => {
    const [problem = ''] = problemsOf('[[rules]]\nname = "a\\u001b[2J\\nb"\nenabled = false\n');
    assert.doesNotMatch(problem, /[\u001b\n]/);
  });

  it('none in an empty file', () => {
    assert.deepEqual(read(''), { entries: [], problems: [] });
  });
});
