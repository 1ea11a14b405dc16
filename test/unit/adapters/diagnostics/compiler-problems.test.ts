import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { readCompilerMessage } from '../../../../src/adapters/diagnostics/compiler-problems';

function recorded(name: string): readonly string[] {
  return readFileSync(path.resolve('test/fixtures/cargo', `${name}.txt`), 'utf8').split('\n');
}

function told(name: string): readonly string[] {
  const found = recorded(name).flatMap((line) => {
    const problem = readCompilerMessage(line);
    if (problem === undefined) return [];
    const { severity, source, code = '', message, locations: places } = problem;
    const at = places.map(({ file, line, col }) => `${path.basename(file)}:${line}:${col}`);
    return [`${at.join(' < ')} ${severity} ${source ?? ''}(${code}): ${message}`];
  });
  return [...new Set(found)];
}

/** A message with one location, partly changed. */
function lineWith(message: object, event: object = {}): string {
  const span = { file_name: 'src/a.rs', line_start: 3, column_start: 7, is_primary: true };
  return JSON.stringify({
    reason: 'compiler-message',
    manifest_path: '/p/Cargo.toml',
    target: { src_path: '/p/src/lib.rs' },
    message: {
      message: 'wrong',
      level: 'error',
      code: null,
      children: [],
      spans: [span],
      ...message,
    },
    ...event,
  });
}

describe('reading compiler messages', () => {
  it('reads a recorded cargo check', () => {
    assert.deepEqual(told('check'), [
      'lib.rs:2:9 warning rustc(unused_variables): unused variable: `unused`; help: if this is intentional, prefix it with an underscore: `_unused`',
      't.rs:2:14 warning rustc(unused_variables): unused variable: `y`; help: if this is intentional, prefix it with an underscore: `_y`',
      'main.rs:3:20 error rustc(E0425): cannot find value `y` in this scope; help: a local variable with a similar name exists: `x`',
      'macros.rs:58:9 < main.rs:2:18 error rustc(E0308): mismatched types: expected `i32`, found `Vec<&str>`; note: expected type `i32` found struct `Vec<&str>`',
    ]);
  });

  it('reads a recorded cargo clippy', () => {
    assert.deepEqual(told('clippy'), [
      'lib.rs:2:9 warning rustc(unused_variables): unused variable: `unused`; help: if this is intentional, prefix it with an underscore: `_unused`',
      'lib.rs:3:5 warning clippy(clippy::needless_return): unneeded `return` statement; help: remove `return`: `a + b`',
      'main.rs:5:33 error rustc(E0308): mismatched types: expected `i32`, found `&str`',
      't.rs:2:14 warning rustc(unused_variables): unused variable: `y`; help: if this is intentional, prefix it with an underscore: `_y`',
    ]);
  });

  for (const [title, line] of [
    ['an empty line', ''],
    ['text of a build script', 'cargo:rerun-if-changed=build.rs'],
    ['half a line', lineWith({}).slice(0, 100)],
    ['JSON that is no object', '[1, 2]'],
    ['another reason', lineWith({}, { reason: 'compiler-artifact' })],
    ['no message', lineWith({}, { message: null })],
    ['a message without text', lineWith({ message: 3 })],
    ['an unknown level', lineWith({ level: 'shout' })],
    ['the closing words', lineWith({ message: 'aborting due to 2 previous errors', spans: [] })],
    ['the count of warnings', lineWith({ message: '1 warning emitted', spans: [] })],
    ['a failure note', lineWith({ level: 'failure-note', spans: [] })],
    ['a level of the prototype', lineWith({ level: 'constructor' })],
  ] as const) {
    it(`skips ${title}`, () => {
      assert.equal(readCompilerMessage(line), undefined);
    });
  }

  for (const [level, severity] of [
    ['error', 'error'],
    ['error: internal compiler error', 'error'],
    ['warning', 'warning'],
    ['note', 'information'],
    ['help', 'hint'],
  ] as const) {
    it(`maps the level ${level} to ${severity}`, () => {
      assert.equal(readCompilerMessage(lineWith({ level }))?.severity, severity);
    });
  }

  it('assigns a problem without a location to the main file of the crate', () => {
    const found = readCompilerMessage(lineWith({ spans: [], message: 'linking failed' }));
    assert.deepEqual(found?.locations, [{ file: '/p/src/lib.rs', line: 1, col: 1 }]);
  });

  it('returns 1-based lines and columns even where the compiler counts from 0', () => {
    const spans = [{ file_name: 'a.rs', line_start: 0, column_start: -1, is_primary: true }];
    const found = readCompilerMessage(lineWith({ spans }));
    assert.deepEqual(found?.locations, [{ file: 'a.rs', line: 1, col: 1 }]);
  });

  it('folds notes and omits boilerplate', () => {
    const note = (message: string) => ({ level: 'note', message, spans: [] });
    const children = [
      note('first\nline'),
      note('`#[warn(dead_code)]` on by default'),
      note('for further information visit https://example.org'),
    ];
    const found = readCompilerMessage(lineWith({ children }));
    assert.equal(found?.message, 'wrong; note: first line');
  });

  it('omits suggestions for other files, which may be denied', () => {
    const spans = [{ file_name: 'secrets/b.rs', suggested_replacement: 'KEY' }];
    const children = [{ level: 'help', message: 'try this', spans }];
    const found = readCompilerMessage(lineWith({ children }));
    assert.equal(found?.message, 'wrong; help: try this');
  });

  it('limits message length and macro depth', () => {
    let span: object = { file_name: 'a.rs', line_start: 1, column_start: 1 };
    for (let depth = 0; depth < 50; depth += 1) span = { ...span, expansion: { span } };
    const spans = [{ ...span, is_primary: true }];
    const found = readCompilerMessage(lineWith({ message: 'x'.repeat(5000), spans }));
    assert.equal(found?.message.length, 1001);
    assert.equal(found.locations.length, 16);
  });

  it('never throws, whatever a build prints', () => {
    const spans = fc.array(
      fc.dictionary(fc.constantFrom('file_name', 'expansion'), fc.jsonValue()),
    );
    const message = fc.record(
      { level: fc.string(), message: fc.string(), spans },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), message, (text, parts) => {
        readCompilerMessage(text);
        readCompilerMessage(lineWith(parts));
      }),
    );
  });
});
