import type { FilterRuleInput } from '../../contracts/filter-rule';

/**
 * Messages of Cargo during a build, whatever it builds for. Its words end at the twelfth column,
 * which distinguishes them from the output of a program under `cargo run`.
 */
export default {
  name: 'cargo-build',
  match: {
    regex:
      '^cargo(?: \\+\\S+| -\\S+)* (?:b|build|bench|c|check|clippy|d|doc|fix|i|install|r|run|rustc|rustdoc)(?: |$)|^cargo .*--no-run',
  },
  strategy: {
    type: 'strip_annotated',
    patterns: [
      '^ {3}(?:Compiling|Unpacking|Packaging|Verifying|Archiving|Uploading|Scraping) \\S+ v\\d',
      '^ {1,2}(?:Documenting|Downloading|Downloaded|Installing) \\S+ v?\\d',
      '^ {1,2}Downloading \\d+ crates?$',
      '^ {4}(?:(?:Checking|Removing) \\S+ v\\d|Fetching (?:\\[|\\S+ v\\d)|Updating (?:crates\\.io|git|`)|Blocking waiting|Building \\[)',
      '^ {5}Locking \\d+ package',
      '^ {6}(?:Adding \\S+ v\\d|Loaded manifest)',
      '^ {7}(?:Fresh|Dirty) \\S+ v\\d',
      '^ {5}Running `[^`]*`$',
      '^ {5}Running (?:unittests |tests/|benches/|examples/|src/)',
    ],
    summary_pattern: '^ {4}Finished ',
  },
} satisfies FilterRuleInput;
