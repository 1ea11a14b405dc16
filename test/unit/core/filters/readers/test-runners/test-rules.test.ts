import assert from 'node:assert/strict';
import { commandText, shippedRules } from '../../shipped-rules';

const set = shippedRules();

const commands: Readonly<Record<string, readonly string[]>> = {
  'cargo-test': [
    'cargo test',
    'cargo t --lib',
    'cargo +nightly test -- --nocapture',
    'cargo --locked test --workspace',
    'cargo nextest run --no-fail-fast',
    'cd crates/a && RUST_BACKTRACE=1 cargo test 2>&1 | tail -80',
  ],
  pytest: [
    'pytest',
    'pytest -x tests/test_a.py::test_b',
    'python -m pytest -q',
    'python3.11 -X faulthandler -m pytest',
    '.venv/bin/pytest',
    'uv run pytest -v',
    'uv run --with numpy pytest',
    'uv run python -m pytest',
    'poetry run pytest tests',
    'coverage run -m pytest',
  ],
  'go-test': ['go test', 'go test -v ./...', 'go test -run TestA -count=1 ./pkg'],
  'npm-test': [
    'npm test',
    'npm run test:unit -- --watch=false',
    'yarn test',
    'pnpm test',
    'bun test',
    'npx vitest run',
    'npx jest a.test.js',
    'mocha',
    'node --test',
  ],
};

const others = [
  'cargo build',
  'cargo test --no-run',
  'pip install pytest',
  'go build ./...',
  'go test -json ./...',
  'npm run build',
  'npm run latest',
  'cat pytest.ini',
];

describe('the rules for test runs', () => {
  const own = Object.keys(commands);
  for (const [rule, texts] of Object.entries(commands)) {
    for (const text of texts) {
      it(`has ${rule} for ${text}`, () => {
        const found = set.rulesFor(commandText(text)).filter((name) => own.includes(name));
        assert.deepEqual(found, [rule]);
      });
    }
  }

  for (const text of others) {
    it(`has none for ${text}`, () => {
      assert.ok(!set.rulesFor(commandText(text)).some((name) => own.includes(name)));
    });
  }
});
