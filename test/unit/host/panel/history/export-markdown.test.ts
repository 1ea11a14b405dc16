import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SessionUpdate } from '../../../../../src/core/contracts/chats/acp';
import {
  diffText,
  chatMarkdown,
  codeSpan,
  embedded,
  fenced,
  inlineText,
} from '../../../../../src/host/panel/history/export-markdown';
import { Transcript } from '../../../../../src/host/panel/transcript/transcript';
import { call, said } from '../stored-world';

function exported(...updates: readonly SessionUpdate[]): string {
  const transcript = new Transcript(() => 0);
  for (const update of updates) transcript.update(update);
  return chatMarkdown({ title: 'Cart', transcript });
}

describe('a chat as Markdown', () => {
  it('names each call with status, verdict and why, arguments, output and diff', () => {
    const text = exported(
      call('c1', {
        title: 'Edit cart.js',
        rawInput: { path: 'cart.js' },
        content: [
          { type: 'content', content: { type: 'text', text: 'Edited.' } },
          { type: 'diff', path: '/w/cart.js', oldText: 'one\n', newText: 'two\n' },
        ],
        _meta: {
          gatehouse: {
            tool: 'core__edit',
            durationMs: 1234,
            exitCode: 0,
            warnings: ['Look at it'],
            decision: {
              verdict: 'allow',
              approvedBy: 'user',
              policyVersion: 1,
              trust: 'trusted',
              trace: [
                { slot: 'rules', gate: 'rules', verdict: 'ask', reason: 'no rule' },
                { slot: 'approval', gate: 'person', verdict: 'allow', reason: 'allowed *once*' },
              ],
            },
          },
        },
      }),
    );
    assert.equal(
      text,
      [
        '# Cart',
        '### edit: Edit cart.js',
        [
          '- Status: completed, exit code 0, 1.2 s',
          '- Verdict: allow (approved by you): allowed \\*once\\*',
          '- Warning: Look at it',
        ].join('\n'),
        'Arguments:',
        '```json\n{\n  "path": "cart.js"\n}\n```',
        'Output:',
        '```\nEdited.\n```',
        '```diff\n--- /w/cart.js\n+++ /w/cart.js\n@@ -1,1 +1,1 @@\n-one\n+two\n```',
      ].join('\n\n') + '\n',
    );
  });

  it('003-filters-7: says what filters left out of an output, and who did', () => {
    const stats = { rules: ['cargo-test', 'a`b'], confidence: 'partial', rawLines: 342 };
    const exportedWith = (filteredLines: number) =>
      exported(
        call('c1', {
          content: [{ type: 'content', content: { type: 'text', text: '2 failed' } }],
          _meta: { gatehouse: { filter: { ...stats, filteredLines } } },
        }),
      );
    const text = exportedWith(28);
    assert.match(
      text,
      /\n- Output: 342 lines -> 28 lines, 91\.8% filtered, by `cargo-test`, ``a`b`` \(partial\)\n/,
    );
    assert.match(text, /\n\nOutput as the model read it:\n\n```\n2 failed\n```/);
    assert.match(exportedWith(342), /\n- Output: shortened, by `cargo-test`/);
  });

  it('leaves out a credential that was typed or said', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const text = exported(
      {
        sessionUpdate: 'user_message_chunk',
        messageId: 'u1',
        content: { type: 'text', text: `use ${token}` },
      },
      said('m1', `I use ${token}.`),
    );
    assert.equal(text.includes('ghp_'), false);
    assert.match(text, /I use \[REDACTED:github-token\]\./);
  });

  it('says which rule allowed a call, not which later step agreed', () => {
    const rule = { tool: 'bash', pattern: 'npm *', action: 'allow', source: 'user' };
    const decision = {
      ...{ verdict: 'allow', approvedBy: 'auto', policyVersion: 1, trust: 'trusted' },
      trace: [
        { slot: 'rules', gate: 'rules', verdict: 'allow', reason: 'allow npm', rule },
        { slot: 'trust', gate: 'trust', verdict: 'allow', reason: 'its source is trusted' },
      ],
    };
    const text = exported(call('c1', { _meta: { gatehouse: { tool: 'core__bash', decision } } }));
    assert.match(text, /- Verdict: allow \(by rule\): allow npm\n/);
  });

  it('says of a refused call what refused it', () => {
    const failed = {
      errorCode: 'policy_denied',
      category: 'policy_blocked',
      message: 'A rule denies `rm`.',
      suggestion: '',
      retryable: false,
    };
    const text = exported(
      call('c1', { status: 'failed', _meta: { gatehouse: { failure: failed } } }),
    );
    assert.match(text, /- Status: blocked\n- Reason \(`policy_denied`\): A rule denies \\`rm\\`\./);
  });

  it('folds thoughts, and quotes notices', () => {
    const thought: SessionUpdate = {
      sessionUpdate: 'agent_thought_chunk',
      content: { type: 'text', text: 'Hm </details>' },
    };
    const notice = { ...said('n', 'Careful <b>'), _meta: { gatehouse: { notice: 'warning' } } };
    const text = exported(thought, notice);
    assert.match(
      text,
      /<details>\n<summary>Thought<\/summary>\n\n```\nHm <\/details>\n```\n\n<\/details>/,
    );
    assert.match(text, /> \*\*Warning:\*\* Careful \\<b\\>/);
  });

  it('keeps what was said within its part: headings, HTML and open code', () => {
    const text = embedded('# Title\n<script>\n- <b>x\n```js\n# no heading\n<div>');
    assert.equal(text, '### Title\n\\<script>\n- \\<b>x\n```js\n# no heading\n<div>\n```');
    assert.equal(embedded('###### six'), '###### six');
    assert.equal(embedded('~~~\n```\n~~~\ntext'), '~~~\n```\n~~~\ntext');
    assert.equal(embedded('``` a`b ```\ntext'), '``` a`b ```\ntext');
  });

  it('lets no content out of its fence', () => {
    const hostile = fc.array(fc.constantFrom('`', '```', '~~~', '\n', 'x', ' ', '````js', '\r\n'));
    fc.assert(
      fc.property(hostile, (parts) => {
        const lines = fenced(parts.join(''), 'x').split('\n');
        const fence = /^`+/.exec(lines[0] ?? '')?.[0] ?? '';
        const closing = lines.slice(1).findIndex((line) => line.startsWith(fence));
        assert.ok(fence.length >= 3);
        assert.equal(closing, lines.length - 2, 'only the last line closes it');
      }),
    );
  });

  it('writes names on one line that stand for themselves', () => {
    assert.equal(inlineText('a\n# [b](c) <i>\u202E'), 'a \\# \\[b\\](c) \\<i\\>\\\\u202e');
    assert.equal(codeSpan('a`b\nc'), '``a`b c``');
    assert.equal(codeSpan('`a'), '`` `a ``');
  });

  describe('a diff', () => {
    it('of a new, a deleted and a moved file names both sides', () => {
      const head = (text: string) => text.split('\n').slice(0, 2);
      assert.deepEqual(head(diffText({ path: '/w/a', oldText: null, newText: 'x\n' })), [
        '--- /dev/null',
        '+++ /w/a',
      ]);
      const gone = { path: '/w/a', oldText: 'x\n', newText: '', change: 'deleted' } as const;
      assert.deepEqual(head(diffText(gone)), ['--- /w/a', '+++ /dev/null']);
      const moved = { path: '/w/b', oldText: 'x', newText: 'x', change: 'moved', from: '/w/a' };
      assert.deepEqual(head(diffText({ ...moved, change: 'moved' })), ['--- /w/a', '+++ /w/b']);
    });

    it('of texts that have nothing in common is written whole, soon', () => {
      const lines = (mark: string) =>
        Array.from({ length: 2000 }, (_, at) => `${mark}${String(at)}\n`).join('');
      const text = diffText({ path: '/w/a', oldText: lines('a'), newText: lines('b') });
      assert.equal(text.split('\n').length, 2 + 4000);
      assert.ok(text.includes('\n-a1999\n+b0\n'));
    });
  });
});
