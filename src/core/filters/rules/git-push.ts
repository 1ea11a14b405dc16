import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Commands that use a remote or check out many files: progress is removed, the rest is kept. */
export default {
  name: 'git-push',
  match: {
    regex:
      '^git(?: -[cC] \\S+| --[\\w-]+(?:=\\S+)?| -[pP])* (?:push|pull|fetch|clone|remote update|submodule|gc|repack|checkout|switch|worktree|lfs)(?: |$)',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^(?:remote: )?(?:Enumerating|Counting|Compressing|Writing|Receiving|Unpacking|Indexing|Expanding reachable commits in|Finding) (?:objects|sources|graph)?[^:]*: +\\d+',
      '^(?:remote: )?(?:Resolving deltas|Updating files|Filtering content|Checking connectivity|Checking out files|Refresh index|Removing duplicate objects|Collecting referenced commits|Loading known commits in commit graph|Computing commit graph (?:topological levels|generation numbers|changed paths Bloom filters)|Writing out commit graph in \\d+ pass(?:es)?): +\\d+%?',
      '^(?:remote: )?Total \\d+ \\(delta \\d+\\), reused \\d+ \\(delta \\d+\\)',
      '^Delta compression using up to \\d+ threads?',
      '^(?:POST|GET) git-(?:receive|upload)-pack \\(',
      '^remote: *$',
      '^(?:Uploading|Downloading) LFS objects: +\\d+%',
    ],
  },
} satisfies FilterRuleInput;
