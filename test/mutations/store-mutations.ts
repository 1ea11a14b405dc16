import type { Mutation } from './mutation';

/** Requirements of the store and its chats. */
export const storeMutations: readonly Mutation[] = [
  {
    rule: '000-audit-3',
    does: 'a line of the audit log is chained to another line',
    file: 'src/adapters/store/audit/log/lines.ts',
    find: '"prev":"${last.digest}",',
    replace: '"prev":"${last.prev}",',
    tests: ['test/unit/adapters/store/audit/log/writer.test.ts'],
  },
  {
    rule: 'decision audit-seals',
    does: 'the seal of another log passes',
    file: 'src/adapters/store/audit/log/seal.ts',
    find: 'seal.log === (sealed?.log ?? seal.log)',
    replace: "seal.log !== ''",
    tests: ['test/unit/adapters/store/audit/log/tampering.test.ts'],
  },
  {
    rule: 'decision audit-seals',
    does: 'entries that were added after the last seal pass for those of a crash',
    file: 'src/adapters/store/audit/log/unsealed.ts',
    find: 'this.spanMs <= crashMs',
    replace: 'this.spanMs >= 0',
    tests: ['test/unit/adapters/store/audit/log/tampering.test.ts'],
  },
  {
    rule: '003-overflow-3',
    does: 'a chat can read the stored outputs of another',
    file: 'src/adapters/store/worker/chat-list.ts',
    find: 'if (row?.conversation !== conversation) return undefined;',
    replace: 'if (row === undefined) return undefined;',
    tests: ['test/unit/adapters/store/chats/overflow.test.ts'],
  },
  {
    rule: '003-overflow-7',
    does: 'the outputs of a deleted chat remain',
    file: 'src/adapters/store/worker/chat-list.ts',
    find: "this.database.run('DELETE FROM aging WHERE conversation_id = ?', [id]);",
    replace: 'void id;',
    tests: ['test/unit/adapters/store/chats/conversations.test.ts'],
  },
  {
    rule: 'decision 21',
    does: 'a call interrupted by a crash has no end',
    file: 'src/core/agent/restore-conversation.ts',
    find: 'if (call === undefined || isEnded(call)) return undefined;',
    replace: 'if (call === undefined || isEnded(call) || call.title !== "") return undefined;',
    tests: ['test/unit/core/agent/persistence/crash.test.ts'],
  },
  {
    rule: 'decision secret-places',
    does: 'typed text is stored with a key in it',
    file: 'src/adapters/store/chats/prepare-change.ts',
    find: 'JSON.stringify(redactEntry(entry))',
    replace: 'JSON.stringify(entry.value)',
    tests: ['test/unit/adapters/store/chats/prepare-change.test.ts'],
  },
];
