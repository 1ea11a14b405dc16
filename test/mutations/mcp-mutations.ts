import type { Mutation } from './mutation';

/** What servers of the Model Context Protocol may do. */
export const mcpMutations: readonly Mutation[] = [
  {
    rule: '003-mcp-4',
    does: 'a server of a workspace starts although its file has changed since it was approved',
    file: 'src/host/mcp/workspace-servers.ts',
    find: "return stored['digest'] === server.digest ? 'approved' : 'changed';",
    replace: "return 'approved';",
    tests: ['test/unit/host/mcp/workspace-servers.test.ts'],
  },
  {
    rule: '003-mcp-4',
    does: 'what starts is not the server that the window has shown',
    file: 'src/host/mcp/workspace-servers.ts',
    find: 'if (now.digest !== server.digest || ',
    replace: 'if (',
    tests: ['test/unit/host/mcp/workspace-servers.test.ts'],
  },
  {
    rule: '003-mcp-4',
    does: 'servers are read through a link that leaves the folder',
    file: 'src/adapters/mcp/workspace-servers.ts',
    find: 'if (!isInside(folder, real, style)) return',
    replace: 'if (real === undefined) return',
    tests: ['test/unit/adapters/mcp/workspace-servers.test.ts'],
  },
  {
    rule: '003-mcp-5',
    does: 'the files that a server may change are not copied',
    file: 'src/core/pipeline/around/transaction.ts',
    find: 'const isForeign = namesFiles(running.paths);',
    replace: 'const isForeign = false;',
    tests: ['test/unit/core/pipeline/around/transaction.test.ts'],
  },
  {
    rule: '003-mcp-5',
    does: 'whole folders are copied before the call of a server',
    file: 'src/adapters/file-history/command/snapshots.ts',
    find: "kinds[at]?.kind === 'folder' ? [] : [asked]",
    replace: '[asked]',
    tests: ['test/unit/adapters/file-history/command/snapshots.test.ts'],
  },
  {
    rule: '003-mcp-7',
    does: 'a server gets a form into which a secret is typed',
    file: 'src/core/mcp/question.ts',
    find: 'if (secret !== undefined) {',
    replace: 'if (secret === null) {',
    tests: ['test/unit/core/mcp/question.test.ts'],
  },
  {
    rule: '003-mcp-7',
    does: 'closing the last look sends what was typed',
    file: 'src/host/mcp/answer-question.ts',
    find: 'if (last === send) return',
    replace: 'if (last !== decline) return',
    tests: ['test/unit/host/mcp/answer-question.test.ts'],
  },
  {
    rule: '003-mcp-7',
    does: 'an answer that is not in the log is sent all the same',
    file: 'src/host/mcp/server-questions.ts',
    find: "if (!written.ok) return { action: 'cancel' };",
    replace: '',
    tests: ['test/unit/host/mcp/server-questions.test.ts'],
  },
];
