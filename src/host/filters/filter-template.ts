/** Content of a new `filters.toml`: inactive examples of everything. */
export function filterTemplate(builtIn: readonly string[]): string {
  return `${template}${wrapped(builtIn)}`;
}

const template = String.raw`# Gatehouse output filters: they shorten what the agent reads of a command's output.
#
# Every example below is a comment: remove the "# " from a rule to use it. Changes apply when you
# save. An invalid rule is skipped and reported; the others apply.
# To see the effect of your rules on an output, run "Gatehouse: Try Output Filter…".
#
# - Your rules come before those of a workspace (.gatehouse/filters.toml, while you trust it), and
#   these before the built-in ones. Several rules for one command apply in turn.
# - A rule with the name of a built-in rule replaces it.
# - Rules never remove security warnings or, when a command fails, lines with an error or a position
#   in a file.
# - Patterns are JavaScript regular expressions of at most 512 characters. '…' takes them as they are;
#   in "…" a backslash is written twice. (?i) in front ignores case.

# ---- Match: exactly one of these four ------------------------------------------------------------
# Of "cd app && CI=1 cargo test 2>&1 | tail" the command is "cargo test".
#
# match = { exact = "make all" }             the command is this
# match = { prefix = "docker build" }        it begins with this
# match = { regex = '^my-tool (run|check)\b' }
# match = { custom = "package_script" }      npm test, yarn build, pnpm run lint …
# match = { custom = "test_runner" }         jest, vitest, mocha, node --test … however they are run
# match = { custom = "file_listing" }        ls, find, tree …

# ---- Strategies ----------------------------------------------------------------------------------

# Removes lines that match one of the patterns.
# [[rules]]
# name = "my-build"
# match = { prefix = "my-build" }
# strategy = { type = "strip_noise", patterns = ['^Fetching ', '^\[\d+/\d+\] '] }

# Keeps the beginning and the end of an output with more than max_lines lines.
# [[rules]]
# name = "my-report"
# match = { exact = "my-report" }
# strategy = { type = "truncate", max_lines = 80, head = 20, tail = 20 }

# Keeps only lines that match.
# [[rules]]
# name = "my-deploy"
# match = { regex = '^my-deploy\b' }
# strategy = { type = "keep_matching", patterns = ['^deployed ', '(?i)error'] }

# Removes annotated lines and moves the summary to the front. More kept lines than
# long_output_threshold are cut to the first keep_head and the last keep_tail lines; 0: never.
# [[rules]]
# name = "my-compiler"
# match = { prefix = "my-compiler" }
# strategy = { type = "strip_annotated", patterns = ['^\s*(note|help):'], summary_pattern = '^Finished', long_output_threshold = 0, keep_head = 10, keep_tail = 5 }

# Keeps failures and totals of a test run. Formats: auto, cargo, pytest, go, mocha, jest, vitest,
# node, tap.
# [[rules]]
# name = "my-tests"
# match = { custom = "test_runner" }
# strategy = { type = "test_summary", format = "auto", max_failures = 10, truncate_stack_trace = 50 }

# Lists each linter finding once, with all its locations. Formats: clippy, eslint, tsc, ruff; or your
# own patterns, whose first group is the location or the rule.
# [[rules]]
# name = "my-linter"
# match = { prefix = "my-linter" }
# strategy = { type = "group_by_rule", format = "eslint" }
# # strategy = { type = "group_by_rule", location_pattern = '^(\S+:\d+):', rule_pattern = '\[([\w-]+)\]$' }

# Keeps the branch and files of git status, without its hints.
# [[rules]]
# name = "my-status"
# match = { exact = "git st" }
# strategy = { type = "git_status" }

# Limits a diff and keeps the header of every file.
# [[rules]]
# name = "my-diff"
# match = { prefix = "git dd" }
# strategy = { type = "git_diff", max_diff_lines = 300 }

# Shows repeated lines once, with their count; normalize_patterns hide differences between lines.
# [[rules]]
# name = "my-log"
# match = { regex = '^tail .*\.log$' }
# strategy = { type = "dedup", normalize_patterns = [{ pattern = 'id=\d+', replacement = "id=N" }] }

# ---- Turn a built-in rule off --------------------------------------------------------------------
# [[rules]]
# name = "npm-install"
# enabled = false

# ---- The built-in rules --------------------------------------------------------------------------
`;

const width = 98;

/** Names as comment lines. */
function wrapped(names: readonly string[]): string {
  const lines: string[] = [];
  let line = '#';
  for (const [at, name] of names.entries()) {
    const text = ` ${name}${at === names.length - 1 ? '' : ','}`;
    if (line.length + text.length > width) {
      lines.push(line);
      line = '#';
    }
    line += text;
  }
  return [...lines, line, ''].join('\n');
}
