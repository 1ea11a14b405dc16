import type { FilterRuleInput } from '../../contracts/filter-rule';

/**
 * Installs of npm, yarn and pnpm. Totals, vulnerabilities, deprecations, peer conflicts and what
 * install scripts print stay; fetches, progress, funding and news of the tool itself go.
 */
export default {
  name: 'npm-install',
  match: {
    regex:
      '^(?:(?:npm|pnpm|bun)(?: (?:(?:-C|-F|-w|--prefix|--dir|--cwd|--filter|--workspace) \\S+|-\\S+))* (?:a|add|ci|clean-install|i|in|install|install-test|it|rebuild|up|update|upgrade)(?: |$)|yarn(?: (?:--cwd \\S+|-\\S+))*(?:$| (?:add|install|up|upgrade)(?: |$)))',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^npm http (?:fetch [A-Z]+ [123]\\d\\d |cache )',
      '^npm (?:timing|silly|info|sill|verb|verbose) (?!stack|error|code)',
      '^npm notice(?:$| $| New \\w+ version of npm| Changelog: | To update run: | Run npm install -g npm@)',
      '^\\d+ packages? (?:is|are) looking for funding$',
      '^  run `npm fund` for details$',
      '^npm (?:error|ERR!) *$',
      '^\\[\\d\\/\\d\\] (?:Resolving|Fetching|Linking|Building|Validating|Rebuilding)',
      '^yarn (?:add|install|up|upgrade) v\\d',
      '^info (?:No lockfile found\\.|Visit https:)',
      '^├─ \\S+@\\d[^ ]*$',
      '^➤ YN0000: (?:[┌└] (?:\\S+ step|Completed)|· Yarn \\d)',
      "^➤ YN00(?:13|19): .*(?:can't be found in the cache|appears to be unused|will be fetched)",
      'Progress: resolved \\d+, reused \\d+',
      '^(?:\\+{2,}-*|-{2,})$',
      '^\\s+[│╭╰](?:─+|\\s+(?:Update available!.*|Changelog: .*|Run "pnpm (?:add|self-update).*)?)[│╮╯]$',
      '^(?:Lockfile is up to date, resolution step is skipped|Already up to date)$',
      '^\\s*(?:Resolving|Resolved|Saving lockfile|Saved lockfile|🔍|🚚|🔒)(?:$|[^:]*\\[\\d+\\/\\d+\\])',
    ],
  },
} satisfies FilterRuleInput;
