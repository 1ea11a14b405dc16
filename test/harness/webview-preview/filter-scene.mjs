// @ts-check
/** Cards whose output was shortened for the model, and one with a repeated result. */
import { assistant, byUser, card, state, user } from './items.mjs';

const id = 'b7c2a1f0-1f6e-4a1c-9a53-0d6f2f8f3c11';

const summary = `test result: FAILED. 338 passed; 2 failed; 0 ignored; finished in 4.31s

failures:

---- cart::total_adds_tax stdout ----
thread 'cart::total_adds_tax' panicked at src/cart.rs:41:9:
assertion \`left == right\` failed
  left: 119
 right: 120

---- cart::empty_is_free stdout ----
thread 'cart::empty_is_free' panicked at src/cart.rs:58:9:
a cart without items costs 0

[Shortened by cargo-test: 342 lines -> 28 lines. Full output: overflow:${id}; read it with read_overflow.]
[exit code: 101]`;

const passed = Array.from(
  { length: 338 },
  (_, at) => `test shop::case_${String(at + 1).padStart(3, '0')} ... ok`,
).join('\n');

export const filteredCard = card('filtered-1', {
  status: 'failed',
  title: 'cargo test',
  argsJson: '{\n  "command": "cargo test"\n}',
  text: summary,
  exitCode: 101,
  durationMs: 6240,
  terminalId: 't1',
  overflowId: id,
  filter: {
    rules: ['cargo-test'],
    confidence: 'full',
    lines: [342, 28],
  },
  failure: { errorCode: 'execution', message: 'The command ended with exit code 101.' },
  decision: byUser,
});

export const rawText = `running 340 tests\n${passed}\n\n${summary}`;

export const partlySureCard = card('filtered-2', {
  title: 'make -j4 all',
  argsJson: '{\n  "command": "make -j4 all"\n}',
  text: `cc -c src/first.c\n... (1204 lines omitted) ...\ncc -o shop src/*.o\n[Shortened by make, log-dedup: 1234 lines -> 30 lines. Full output: overflow:${id}; read it with read_overflow.]`,
  exitCode: 0,
  durationMs: 48_200,
  overflowId: id,
  filter: {
    rules: ['make', 'log-dedup'],
    confidence: 'partial',
    lines: [1234, 30],
  },
  decision: byUser,
});

export const repeatedCard = card('filtered-3', {
  title: 'make -j4 all',
  text: `[Same output as call 2 (filtered-2) with the same arguments: 30 lines, unchanged. To read it again, use read_overflow with overflow:${id}.]`,
  exitCode: 0,
  durationMs: 6190,
  overflowId: id,
  repeats: 'filtered-2',
  decision: byUser,
});

const conversation = [
  user('#1', 'Run the tests and tell me what is wrong.'),
  assistant('#2', 'I run them all first.'),
];

/** @type {Readonly<Record<string, { state: object; items: readonly object[]; opened?: string }>>} */
export const filterScenes = {
  filtered: {
    state: state({ model: 'qwen3-coder' }),
    items: [...conversation, filteredCard, partlySureCard, repeatedCard],
  },
  'filtered-partial': {
    state: state({ model: 'qwen3-coder' }),
    items: [...conversation, partlySureCard, repeatedCard],
    opened: '.card-head >> nth=0',
  },
  'filtered-raw': {
    state: state({ model: 'qwen3-coder' }),
    items: [...conversation, { ...filteredCard, raw: rawText }, repeatedCard],
  },
  'filtered-gone': {
    state: state({ model: 'qwen3-coder' }),
    items: [...conversation, { ...filteredCard, raw: null }],
  },
};
