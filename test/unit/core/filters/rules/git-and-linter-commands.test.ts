import assert from 'node:assert/strict';
import { commandText, shippedRules } from '../shipped-rules';

const set = shippedRules();

/** Commands, and which of these rules are for them. */
const commands: readonly (readonly [string, readonly string[]])[] = [
  ['git status', ['git-status']],
  ['git -C sub --no-pager status -sb', ['git-status']],
  ['cd sub && git -c color.status=always status | cat', ['git-status']],
  ['git status-all', []],
  ['git diff HEAD~3 -- src', ['git-diff']],
  ['git diff-tree -p HEAD', ['git-diff']],
  ['git difftool', []],
  ['git show HEAD', ['git-diff']],
  ['git show HEAD:patch.diff', []],
  ['git show --format=%h:%s HEAD', ['git-diff']],
  ['git stash show -p', ['git-diff']],
  ['git log --oneline -20', ['git-log']],
  ['git log -p src', ['git-diff']],
  ['git log --stat --patch', ['git-diff']],
  ['git log --pretty=oneline', ['git-log']],
  ['git push -u origin main 2>&1', ['git-push']],
  ['git clone --depth 1 https://example.com/shop.git', ['git-push']],
  ['git pushy', []],
  ['cargo clippy --workspace -- -D warnings', ['cargo-clippy']],
  ['cargo +nightly clippy', ['cargo-clippy']],
  ['cargo check --all-targets', ['rustc']],
  ['cargo build', ['rustc']],
  ['cargo run', []],
  ['rustc main.rs', ['rustc']],
  ['eslint .', ['eslint']],
  ['npx eslint src', ['eslint']],
  ['npm run lint', ['eslint']],
  ['pnpm lint:js', ['eslint']],
  ['yarn run eslint .', ['eslint']],
  ['./node_modules/.bin/eslint src', ['eslint']],
  ['npm install eslint', []],
  ['npm run linting-guide', []],
  ['npx tsc --noEmit', ['tsc']],
  ['npm run typecheck', ['tsc']],
  ['vue-tsc --build', ['tsc']],
  ['npm install tsc', []],
  ['ruff check src', ['ruff']],
  ['ruff format', []],
  ['uv run ruff check', ['ruff']],
  ['python3 -m mypy src', ['ruff']],
  ['poetry run flake8', ['ruff']],
  ['pylint shop', ['ruff']],
];
const own = new Set(commands.flatMap(([, rules]) => rules));

describe('the rules for git and for linters', () => {
  for (const [command, rules] of commands) {
    it(`are ${rules.join(', ') || 'none'} for ${command}`, () => {
      const found = set.rulesFor(commandText(command)).filter((rule) => own.has(rule));
      assert.deepEqual(found, rules);
    });
  }

  it('decide quickly about a long command', () => {
    const words = ' -c a=b --no-pager'.repeat(5000);
    assert.deepEqual(set.rulesFor({ whole: `git${words}`, last: `git${words}` }), []);
  });
});
