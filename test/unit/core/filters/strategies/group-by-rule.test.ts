import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FilterRuleInput } from '../../../../../src/core/contracts/filter-rule';
import { filterLines } from '../filter-lines';

type Params = Omit<Extract<FilterRuleInput['strategy'], { type: 'group_by_rule' }>, 'type'>;
const filtered = (params: Params, lines: string | readonly string[], exitCode = 1) =>
  filterLines({ type: 'group_by_rule', ...params }, lines, exitCode);

/** A finding as rustc writes it. */
const block = (header: string, place: string, ...notes: readonly string[]): readonly string[] => [
  header,
  ` --> ${place}`,
  '  |',
  '3 |     let x = 1;',
  '  |         ^',
  ...notes.map((note) => `  = ${note}`),
  '',
];
const unused = 'note: `#[warn(unused_variables)]` on by default';

describe('the strategy group_by_rule, for clippy', () => {
  it('003-strategy-6: emits one block for each rule, also for warnings without a rule', () => {
    const { lines } = filtered(
      {},
      [
        ...block('warning: unused variable: `a`', 'src/a.rs:3:9', unused),
        ...block(
          'warning: unneeded `return` statement',
          'src/a.rs:5:5',
          'help: for further information visit https://rust-lang.github.io/rust-clippy/master/index.html#needless_return',
        ),
        ...block('warning: unused variable: `b`', 'src/b.rs:3:9'),
        'warning: `shop` (lib) generated 3 warnings',
        '    Finished `dev` profile target(s) in 0.42s',
      ],
      0,
    );
    assert.deepEqual(lines, [
      'warning: `shop` (lib) generated 3 warnings',
      'warning [unused_variables] (2 places)',
      '  src/a.rs:3:9: unused variable: `a`',
      '  src/b.rs:3:9: unused variable: `b`',
      'warning: unneeded `return` statement [clippy::needless_return]',
      '  src/a.rs:5:5',
      '    Finished `dev` profile target(s) in 0.42s',
    ]);
  });

  it('keeps an error with its code frame, before all groups', () => {
    const error = block('error[E0308]: mismatched types', 'src/c.rs:9:5', 'note: expected `u32`');
    const { lines } = filtered({}, [
      ...block('warning: unused variable: `a`', 'src/a.rs:3:9', unused),
      ...error,
      'error: could not compile `shop` (lib) due to 1 previous error',
    ]);
    assert.deepEqual(lines.slice(0, error.length), error);
    assert.equal(lines.at(-1), 'error: could not compile `shop` (lib) due to 1 previous error');
  });

  it('keeps warnings that the command line made errors of with their code frames', () => {
    const { lines } = filtered({}, [
      ...block(
        'error: unused variable: `a`',
        'src/a.rs:3:9',
        'note: `-D unused-variables` implied by `-D warnings`',
      ),
      ...block('error: unused variable: `b`', 'src/b.rs:3:9'),
    ]);
    assert.deepEqual(lines, [
      'error [unused_variables] (2 places)',
      '  src/a.rs:3:9: error: unused variable: `a`',
      '    3 |     let x = 1;',
      '      |         ^',
      '  src/b.rs:3:9: error: unused variable: `b`',
      '    3 |     let x = 1;',
      '      |         ^',
    ]);
  });

  it('keeps a preserved line whole, and further places of a finding', () => {
    const { text } = filtered({}, [
      ...block('warning: unused `Result` that must be used', 'src/a.rs:3:9', unused).slice(0, -1),
      'note: the lint level is defined here',
      ' --> src/lib.rs:1:9',
      '',
    ]);
    assert.ok(text.includes('warning: unused `Result` that must be used'));
    assert.ok(text.includes('see src/lib.rs:1:9'));
  });
});

describe('the strategy group_by_rule, for other formats', () => {
  it('names a file of eslint once for each rule, and keeps what has no rule', () => {
    const { lines } = filtered({ format: 'eslint' }, [
      '/work/src/a.js',
      '  1:1   error    Unexpected var, use let or const instead  no-var',
      '  9:10  error    Unexpected var, use let or const instead  no-var',
      '',
      '/work/src/b.js',
      '  1:7  error  Parsing error: Unexpected token =',
      '',
      '/work/src/c.js',
      '  2:1  error    Unexpected var, use let or const instead  no-var',
      '',
      '✖ 4 problems (4 errors, 0 warnings)',
    ]);
    assert.deepEqual(lines, [
      '/work/src/b.js',
      '  1:7  error  Parsing error: Unexpected token =',
      '',
      'paths in /work/src/',
      'error no-var: Unexpected var, use let or const instead (3 places)',
      '  a.js 1:1 9:10',
      '  c.js 2:1',
      '✖ 4 problems (4 errors, 0 warnings)',
    ]);
  });

  it('keeps the further lines of a type error', () => {
    const { lines } = filtered({ format: 'tsc' }, [
      "a.ts(1,7): error TS2322: Type 'A' is not assignable to type 'B'.",
      "  Property 'x' is missing in type 'A'.",
      "b.ts(2,7): error TS2322: Type 'A' is not assignable to type 'B'.",
      "  Property 'x' is missing in type 'A'.",
    ]);
    assert.deepEqual(lines, [
      "error TS2322: Type 'A' is not assignable to type 'B'. (2 places)",
      "    Property 'x' is missing in type 'A'.",
      '  a.ts(1,7)',
      '  b.ts(2,7)',
    ]);
  });

  it('leaves code that cannot be read, and lines that name an Error, in one piece', () => {
    const rows = [
      'a.py:1:5: E999 SyntaxError: invalid syntax',
      'a.py:2:1: error: "Error" has no attribute "x"  [attr-defined]',
    ];
    const same = Array.from(
      { length: 5 },
      (_, at) => `a.py:${String(at)}:1: E722 do not use bare 'except'`,
    );
    assert.deepEqual(filtered({ format: 'ruff' }, [...same, ...rows]).lines.slice(0, 2), rows);
  });

  it('finds place and rule by the patterns of a user', () => {
    const rows = Array.from(
      { length: 4 },
      (_, at) => `[W12] at line ${String(at)} of main.x: too long for this project`,
    );
    const { lines, report } = filtered(
      { format: 'ruff', location_pattern: '(line \\d+ of \\S+):', rule_pattern: '^\\[(W\\d+)\\]' },
      rows,
    );
    assert.equal(lines[0], '[W12] at : too long for this project (4 places)');
    assert.equal(lines[4], '  line 3 of main.x');
    assert.equal(report?.confidence, 'partial');
  });

  it('passes on unknown output unchanged', () => {
    assert.equal(
      filtered({ format: 'tsc' }, ['no such file', 'error TS5023: Unknown']).report,
      undefined,
    );
  });
});

describe('the strategy group_by_rule, on any output', () => {
  const place = fc.tuple(fc.constantFrom('src/a.py', 'b c.py', 'x/y/z.py'), fc.nat(99), fc.nat(99));
  const row = fc.tuple(
    place,
    fc.constantFrom('F401', 'E501', 'W291'),
    fc.constantFrom('one', 'two', 'an Error'),
  );
  const plain = fc.constantFrom('', 'Traceback', 'error: broken', 'Found 3 errors.', '  indented');
  const line = fc.oneof(
    row.map(
      ([[file, at, column], rule, text]) =>
        `${file}:${String(at)}:${String(column)}: ${rule} ${text}`,
    ),
    plain,
  );

  it('loses no place, rule, message or error, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (raw) => {
        const { text } = filtered({ format: 'ruff' }, raw);
        for (const said of raw) {
          const [, where, rule, message] = /^(.*:\d+:\d+): (\S+) (.*)$/.exec(said) ?? [];
          for (const part of [where, rule, message]) assert.ok(text.includes(part ?? ''));
          if (said.includes('rror')) assert.ok(text.includes(said), said);
        }
        assert.equal(filtered({ format: 'ruff' }, text).text, text);
      }),
    );
  });
});
