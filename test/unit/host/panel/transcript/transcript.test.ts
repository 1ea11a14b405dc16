import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SessionUpdate, ToolCall } from '../../../../../src/core/contracts/chats/acp';
import type { CallItem, TranscriptItem } from '../../../../../src/core/contracts/panel/state';
import { Transcript } from '../../../../../src/host/panel/transcript/transcript';
import { pendingApproval } from '../approvals';

function start(more: Partial<ToolCall> = {}): SessionUpdate {
  return {
    sessionUpdate: 'tool_call',
    toolCallId: 'c1',
    title: 'npm test',
    kind: 'execute',
    status: 'in_progress',
    rawInput: { command: 'npm test' },
    ...more,
  };
}

function change(more: Partial<ToolCall> = {}, gatehouse: object = {}): SessionUpdate {
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c1',
    _meta: { gatehouse },
    ...more,
  };
}

function text(value: string): NonNullable<ToolCall['content']>[number] {
  return { type: 'content', content: { type: 'text', text: value } };
}

function chunk(value: string, messageId = 'm1'): SessionUpdate {
  const content = { type: 'text', text: value } as const;
  return { sessionUpdate: 'agent_message_chunk', messageId, content };
}

function thought(value: string): SessionUpdate {
  const content = { type: 'text', text: value } as const;
  return { sessionUpdate: 'agent_thought_chunk', messageId: 'm1', content };
}

function call(transcript: Transcript, id = 'c1'): CallItem {
  const item = transcript.items().find((each) => each.id === id);
  assert.ok(item?.type === 'call', `no card ${id}`);
  return item;
}

function types(transcript: Transcript): readonly TranscriptItem['type'][] {
  return transcript.items().map(({ type }) => type);
}

describe('Transcript', () => {
  let transcript: Transcript;
  beforeEach(() => {
    transcript = new Transcript(() => 1000);
  });

  describe('messages', () => {
    it('gathers chunks of one message, and says so with an append', () => {
      transcript.update(chunk('Hel'));
      assert.deepEqual(transcript.update(chunk('lo')), [{ op: 'append', id: '#i1', text: 'lo' }]);
      assert.equal(transcript.items().length, 1);
    });

    it('begins a new item for another message id, and for thoughts', () => {
      transcript.update(thought('hm'));
      transcript.update(chunk('a', 'm1'));
      transcript.update(chunk('b', 'm2'));
      assert.deepEqual(types(transcript), ['assistant', 'assistant', 'assistant']);
      const flags = transcript.items().map((item) => item.type === 'assistant' && item.streaming);
      assert.deepEqual(flags, [false, false, true]);
    });

    it('shows text after a tool call below its card', () => {
      transcript.update(chunk('before'));
      transcript.update(start());
      transcript.update(chunk('after'));
      assert.deepEqual(types(transcript), ['assistant', 'call', 'assistant']);
    });

    it('shows a chunk that carries a notice as a notice', () => {
      transcript.update({ ...chunk('careful'), _meta: { gatehouse: { notice: 'warning' } } });
      assert.deepEqual(transcript.items(), [
        { type: 'notice', id: '#i1', level: 'warning', text: 'careful' },
      ]);
    });

    it('drops what a notice offers or waits for when it is nonsense', () => {
      const meta = { notice: 'info', action: 'run', waitUntil: 'later', compaction: 1 };
      transcript.update({ ...chunk('x'), _meta: { gatehouse: meta } });
      transcript.notices.showOffer();
      assert.deepEqual(transcript.items(), [
        { type: 'notice', id: '#i1', level: 'info', text: 'x' },
      ]);
    });

    it('lets a text grow while a notice above it is updated', () => {
      const notice = { gatehouse: { notice: 'info' } };
      transcript.update({ ...chunk('waiting', 'n'), _meta: notice });
      transcript.update(chunk('Hel'));
      transcript.update({ ...chunk('waited', 'n'), _meta: notice });
      transcript.update(chunk('lo'));
      assert.deepEqual(
        transcript.items().map((item) => 'text' in item && item.text),
        ['waited', 'Hello'],
      );
    });

    it('says the same notice once in a row', () => {
      transcript.addNotice({ level: 'error', text: 'no model' });
      assert.deepEqual(transcript.addNotice({ level: 'error', text: 'no model' }), []);
    });
  });

  describe('cards', () => {
    it('INV-05: start, updates and end are one card, joined by the call id', () => {
      transcript.update(start());
      transcript.update(change({}, { tail: 'one\n' }));
      transcript.update(
        change(
          { status: 'completed', content: [text('2 passed')] },
          { exitCode: 0, durationMs: 8 },
        ),
      );
      assert.equal(transcript.items().length, 1);
      const item = call(transcript);
      assert.equal(item.status, 'completed');
      assert.equal(item.text, '2 passed');
      assert.equal(item.exitCode, 0);
      assert.equal(item.durationMs, 8);
      assert.equal(item.tail, '');
    });

    it('sends nothing but the new text while output streams', () => {
      transcript.update(start());
      const update = change({ status: 'in_progress' }, { tail: 'line\n' });
      assert.deepEqual(transcript.update(update), [{ op: 'tail', id: 'c1', text: 'line\n' }]);
      assert.equal(call(transcript).tail, 'line\n');
    });

    it('keeps the last 8 KB of the live tail', () => {
      transcript.update(start());
      transcript.update(change({}, { tail: 'x'.repeat(9000) }));
      transcript.update(change({}, { tail: 'end' }));
      assert.equal(call(transcript).tail.length, 8192);
      assert.ok(call(transcript).tail.endsWith('xend'));
    });

    it('takes a repeated tool_call as an update', () => {
      transcript.update(start({ title: 'first' }));
      transcript.update(start({ title: 'second' }));
      assert.equal(transcript.items().length, 1);
      assert.equal(call(transcript).title, 'second');
    });

    it('keeps an update for a call that was never announced', () => {
      transcript.update(change({ status: 'failed', title: 'late' }));
      assert.equal(call(transcript).status, 'failed');
    });

    it('never goes back to running after the end', () => {
      transcript.update(start());
      transcript.update(change({ status: 'completed' }));
      transcript.update(change({ status: 'in_progress', title: 'late title' }));
      assert.equal(call(transcript).status, 'completed');
      assert.equal(call(transcript).title, 'late title');
    });

    it('closes open cards as cancelled when the turn ends, and takes the real end later', () => {
      transcript.update(start());
      transcript.endTurn();
      assert.equal(call(transcript).status, 'cancelled');
      transcript.update(change({ status: 'failed' }, { exitCode: 143 }));
      assert.equal(call(transcript).status, 'failed');
      assert.equal(call(transcript).exitCode, 143);
    });

    it('takes from the mark, not from the words, that a crash interrupted a call', () => {
      const marked = (meta: object) => {
        transcript = new Transcript(() => 1000);
        transcript.update(start());
        transcript.update(change({ status: 'failed' }, { cancelled: true, ...meta }));
        return call(transcript).interrupted;
      };
      const message = 'Interrupted: the window closed.';
      const worded = { errorCode: 'cancelled', category: 'cancelled', message, suggestion: '' };
      assert.equal(marked({ interrupted: true }), true);
      assert.equal(marked({ failure: { ...worded, retryable: false } }), undefined);
      assert.equal(marked({ interrupted: 'yes' }), undefined, 'an older or foreign chat');
    });

    it('shows a failed call with the cancelled mark as cancelled', () => {
      transcript.update(start());
      transcript.update(change({ status: 'failed' }, { cancelled: true }));
      assert.equal(call(transcript).status, 'cancelled');
    });

    it('keeps the terminal when later content replaces the list', () => {
      transcript.update(start({ content: [{ type: 'terminal', terminalId: 't1' }] }));
      transcript.update(change({ content: [text('done')], status: 'completed' }));
      assert.equal(call(transcript).terminalId, 't1');
    });

    it('cuts a long text for the card and keeps it in full for the editor', () => {
      const long = 'line\n'.repeat(10_000);
      transcript.update(change({ status: 'completed', content: [text(long)] }));
      assert.ok(call(transcript).text.length < 21_000);
      assert.equal(call(transcript).textCut, true);
      assert.equal(transcript.card('c1')?.fullText, long);
    });

    it('is not changed by what the agent does with its objects afterwards', () => {
      const rawInput = { command: 'npm test' };
      const locations = [{ path: '/w/a.ts' }];
      transcript.update(start({ rawInput, locations }));
      rawInput.command = 'rm -rf /';
      locations.push({ path: '/etc/passwd' });
      assert.match(call(transcript).argsJson, /npm test/);
      assert.equal(call(transcript).locations.length, 1);
    });

    it('drops what does not fit of _meta and keeps the rest', () => {
      const decision = { verdict: 'perhaps', trace: 7 };
      transcript.update(change({}, { exitCode: 'zero', durationMs: 5, decision, novelty: true }));
      assert.equal(call(transcript).exitCode, undefined);
      assert.equal(call(transcript).decision, undefined);
      assert.equal(call(transcript).durationMs, 5);
    });

    it('knows whether the title is only the name of the tool, until it gets a title', () => {
      const transcript = new Transcript(() => 0);
      const _meta = { gatehouse: { tool: 'core__bash', namesTool: true } };
      transcript.update(start({ title: 'core__bash', _meta }));
      assert.equal(call(transcript).namesTool, true);
      transcript.update(change({ status: 'in_progress' }));
      assert.equal(call(transcript).namesTool, true);
      transcript.update(change({ title: 'npm test' }));
      assert.equal(call(transcript).namesTool, false);
    });

    it('shows hostile titles and arguments on one line, with nothing hidden in them', () => {
      const hostile = 'ls\n\u202egnp.exe\u001b[31m';
      transcript.update(start({ title: hostile, rawInput: { command: hostile } }));
      assert.equal(call(transcript).title, 'ls\\n⟨U+202E⟩gnp.exe⟨U+001B⟩[31m');
      assert.ok(!call(transcript).argsJson.includes('\u202e'));
    });

    it('a finished card marks title and arguments as its approval marks them', () => {
      // Cyrillic letters, a joiner, and a mark that the command writes itself.
      const command = 'сору a\u200db ⟨U+202E⟩';
      const details = {
        ...pendingApproval().details,
        command,
        argsJson: JSON.stringify({ command }),
      };
      transcript.update(start({ title: command, rawInput: { command } }));
      transcript.setApprovals([pendingApproval({ title: command, details })]);
      const asked = call(transcript).approval;
      assert.match(
        asked?.command ?? '',
        /^⟨U\+0441⟩⟨U\+043E⟩⟨U\+0440⟩⟨U\+0443⟩ a⟨U\+200D⟩b ⟨U\+27E8⟩/,
      );
      transcript.setApprovals([]);
      transcript.update(change({ status: 'completed' }));
      const { approval, title, argsJson } = call(transcript);
      assert.equal(approval, undefined);
      assert.equal(title, asked?.command);
      assert.equal(argsJson, asked?.argsJson);
    });

    it('003-retry-4: shows that a call waits to be tried again, until it is tried', () => {
      transcript.update(start());
      transcript.update(change({}, { retry: { attempt: 2, of: 3 } }));
      assert.deepEqual(call(transcript).retry, { attempt: 2, of: 3 });
      transcript.update(change({}, { tail: 'one\n', retry: null }));
      assert.equal(call(transcript).retry, undefined);
      assert.equal(call(transcript).tail, 'one\n');
    });

    it('waits for no further attempt once it has ended', () => {
      transcript.update(start());
      transcript.update(change({}, { retry: { attempt: 2, of: 3 } }));
      transcript.update(change({ status: 'failed' }));
      assert.equal(call(transcript).retry, undefined);
    });

    it('ignores an attempt that is none', () => {
      transcript.update(start());
      for (const retry of ['soon', { attempt: 1.5, of: 3 }, { attempt: 2 }, 2]) {
        transcript.update(change({}, { retry }));
        assert.equal(call(transcript).retry, undefined);
      }
    });

    it('strips escape sequences of output', () => {
      const coloured = '\u001b[32mok\u001b[0m \u001b]8;;https://x\u0007link\r\n\u0007';
      transcript.update(change({ status: 'completed', content: [text(coloured)] }));
      assert.equal(call(transcript).text, 'ok link\n');
    });

    it('keeps the ids of calls apart from its own', () => {
      transcript.addUser('hello', [], true);
      transcript.update(start({ toolCallId: '#1' }));
      assert.deepEqual(types(transcript), ['user', 'call']);
    });
  });

  describe('approvals', () => {
    it('makes a card for a permission that comes before its tool_call', () => {
      transcript.setApprovals([pendingApproval()]);
      assert.equal(call(transcript).status, 'asking');
      transcript.update(start({ status: 'pending', title: 'rm -rf dist' }));
      assert.equal(transcript.items().length, 1);
      assert.equal(call(transcript).status, 'asking');
      assert.equal(call(transcript).approval?.approvalId, 'approval-1');
    });

    it('shows the exact command, its hidden characters as escapes', () => {
      const details = { ...pendingApproval().details, command: 'echo a\necho \u200bb\u0007' };
      transcript.setApprovals([pendingApproval({ details })]);
      assert.equal(call(transcript).approval?.command, 'echo a\necho ⟨U+200B⟩b⟨U+0007⟩');
    });

    it('says what is to be done, with its diff, and drops the paths of the title', () => {
      const details = {
        ...{ tool: 'core__edit', verb: 'edit', isPlanned: true, isRoutine: false },
        ...{ alwaysOffers: [], alwaysLeft: [] },
        ...{ reads: ['/w/a\u202e.ts'], writes: ['/w/a\u202e.ts'], deletes: [] },
        ...{ reasons: [], argsJson: '{"path":"a\u202e.ts"}' },
      };
      const diffs = [{ path: '/w/a\u202e.ts', oldText: 'a\n', newText: 'b\u200b\n' }];
      transcript.setApprovals([
        pendingApproval({ title: '/w/a\u202e.ts', kind: 'edit', diffs, details }),
      ]);
      const { approval } = call(transcript);
      assert.equal(approval?.action, 'edit a\\u202e.ts');
      assert.equal(approval.diffs[0]?.newText, 'b⟨U+200B⟩\n');
      assert.deepEqual([approval.reads, approval.writes], [[], []]);
    });

    it('runs again, and counts from then on, once it is answered', () => {
      transcript.update(start({ status: 'pending' }));
      transcript.setApprovals([pendingApproval()]);
      assert.equal(call(transcript).startedAt, undefined);
      transcript.setApprovals([]);
      assert.equal(call(transcript).status, 'running');
      assert.equal(call(transcript).approval, undefined);
      assert.equal(call(transcript).startedAt, 1000);
    });

    it('takes the approval off a card that has ended, and puts none on it', () => {
      transcript.setApprovals([pendingApproval()]);
      transcript.update(change({ status: 'failed' }));
      assert.equal(call(transcript).approval, undefined);
      assert.deepEqual(transcript.setApprovals([pendingApproval()]), []);
    });

    it('changes nothing when the approvals are the same', () => {
      transcript.setApprovals([pendingApproval()]);
      assert.deepEqual(transcript.setApprovals([pendingApproval()]), []);
    });
  });

  it('takes any updates in any order: one card per call, and no end is taken back', () => {
    const id = fc.constantFrom('c1', 'c2', '#1', 'call:#1', '#i1', '__proto__', '');
    const status = fc.constantFrom('pending', 'in_progress', 'completed', 'failed');
    const meta = fc.anything();
    const update = fc.record(
      {
        sessionUpdate: fc.constantFrom('tool_call', 'tool_call_update'),
        toolCallId: id,
        title: fc.string({ unit: 'binary' }),
        status,
        rawInput: fc.anything(),
        _meta: fc.record({ gatehouse: meta }),
      },
      { requiredKeys: ['sessionUpdate', 'toolCallId', 'title'] },
    );
    fc.assert(
      fc.property(fc.array(update), (updates) => {
        const each = new Transcript(() => 0);
        const ended = new Set<string>();
        for (const one of updates) {
          each.update(one);
          for (const item of each.items()) {
            if (item.type !== 'call') continue;
            if (item.status === 'running') assert.ok(!ended.has(item.id));
            else ended.add(item.id);
          }
        }
        const ids = new Set(updates.map(({ toolCallId }) => toolCallId));
        assert.equal(each.items().length, ids.size);
      }),
    );
  });
});
