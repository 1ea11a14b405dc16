// @ts-check
/** Hostile text in every field that a model, a tool or a file can fill. */
import { assistant, card, notice, queued, state, user } from './items.mjs';

/** If not inert, each would set `window.hacked`, load something, or draw over the page. */
const payloads = [
  '<img src="https://evil.invalid/a.png" onerror="window.hacked=1">',
  '<script>window.hacked=1</script>',
  '<svg onload="window.hacked=1"><use href="https://evil.invalid/b.svg#x"/></svg>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<style>* { background: url(https://evil.invalid/c) }</style>',
  '<form action="https://evil.invalid"><button>ok</button></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hacked=1&gt;">',
  '![x](https://evil.invalid/d.png) [y](javascript:window.hacked=1) <https://evil.invalid>',
  '[z](https://evil.invalid "onmouseover=window.hacked=1") <a href="javascript:window.hacked=1">q</a>',
  '\u001b[31mred\u001b]8;;https://evil.invalid\u0007link\u001b[2J',
  '\u202egnp.exe \u2066x\u2069 \u200b',
  '{{constructor.constructor("window.hacked=1")()}} ${window.hacked=1}',
];
const all = payloads.join('\n\n');
const line = payloads.join(' ');
/** One line of a million characters. */
const longLine = 'x'.repeat(1_000_000);

/**
 * A card with the text in every field, at the maximum length.
 *
 * @param {string} id @param {string} text @param {object} more
 */
function hostileCard(id, text, more) {
  const name = text.slice(0, 200);
  const sentence = text.slice(0, 4000);
  const file = text.slice(0, 60_000);
  return card(id, {
    title: text.slice(0, 1000),
    tool: name,
    argsJson: JSON.stringify({ [name]: sentence, command: sentence }),
    tail: text.slice(0, 8192),
    text: text.slice(0, 20_000),
    diffs: [
      { path: `/w/${name}`, oldText: `a\n${file}\n`, newText: `b\n${file}${file}\n` },
      { path: `/w/${sentence}`, oldText: file, newText: '', change: 'deleted' },
      { path: `/w/${name}`, oldText: '', newText: '', change: 'moved', from: `/v/${sentence}` },
    ],
    undo: 'undone',
    locations: [{ path: `/w/${name}`, line: 1 }],
    terminalId: name,
    overflowId: name,
    warnings: [sentence],
    background: name,
    failure: { errorCode: name, message: sentence },
    decision: {
      verdict: 'deny',
      approvedBy: 'none',
      trace: [
        { slot: name, gate: name, verdict: 'deny', reason: sentence, parts: parts(text) },
        { slot: name, gate: name, verdict: 'ask', reason: '', match: `${name} deny: ${sentence}` },
      ],
      policyVersion: 1,
      trust: 'untrusted',
    },
    ...more,
  });
}

/** @param {string} text */
function parts(text) {
  const words = text.slice(0, 1000);
  return ['allow', 'ask', 'deny'].map((verdict) => {
    return { text: words, verdict, reason: words, hazards: [words] };
  });
}

/** @param {string} text */
function approval(text) {
  return {
    approvalId: 'approval-1',
    action: `run ${text}`,
    diffs: [],
    notes: [text.slice(0, 4000)],
    deletes: [text],
    command: text,
    cwd: text,
    reads: [text],
    writes: [text],
    reasons: [text.slice(0, 4000)],
    parts: parts(text),
    isRoutine: true,
    always: {
      offers: ['call', 'workspace', 'user'].map((scope) => ({ offerId: scope, scope, rule: text })),
      notes: [text.slice(0, 4000)],
    },
  };
}

/** @param {string} text */
function attachments(text) {
  return ['file', 'image'].map((kind) => {
    return { attachmentId: kind, kind, label: text.slice(0, 1000), detail: text.slice(0, 4096) };
  });
}

/** @param {string} text */
function changes(text) {
  const name = text.slice(0, 4000);
  return ['created', 'changed', 'deleted', 'moved'].flatMap((kind) =>
    [true, false].map((isFolder) => {
      const changeId = `${kind} ${isFolder}`;
      const more = { movedFrom: name, added: 9e9, removed: 9e9, notKept: name };
      return { changeId, name, folder: name, kind, isFolder, ...more };
    }),
  );
}

/** @param {string} text */
function hostileChats(text) {
  return ['one', 'two'].map((historyId) => {
    const more = { title: text, place: text, excerpt: text, messages: 9e9, cost: 9e9 };
    return { historyId, updatedAt: 0, open: 'running', ...more };
  });
}

/** Possible suggestions of the host for a draft. */
export const hostileSuggestions = payloads.map((label) => {
  return { type: 'context', kind: 'file', label, detail: line, path: `/w/${label}` };
});

export const hostileScene = {
  state: state({
    chats: [{ id: 'chat-1', title: line, running: true, pending: 1 }],
    draft: all,
    queued: queued(line),
    model: line,
    replay: true,
    hasFolder: false,
    trusted: false,
    background: [
      {
        commandId: 'bg1',
        itemId: 'c1',
        title: line,
        startedAt: 0,
        waitsForInput: true,
        input: { line, question: line },
      },
    ],
    changes: changes(all),
    attachments: attachments(line),
  }),
  items: [
    user('#1', all, { attachments: attachments(line), canEdit: true }),
    assistant('#2', all, { thought: true }),
    assistant('#3', all),
    assistant('#4', `\`\`\`${line}\n${all}\n\`\`\``),
    notice('#5', 'error', all, { action: 'retry', waitUntil: 0 }),
    hostileCard('c1', all, { status: 'failed' }),
    hostileCard('c2', all, { status: 'running' }),
    hostileCard('c3', all, { status: 'asking', approval: approval(all) }),
  ],
};

export const hostileHistoryScene = {
  state: state({
    history: {
      query: line,
      items: hostileChats(line),
      state: 'ready',
      hasMore: true,
      problem: line,
    },
  }),
  items: [],
};

export const longLineScene = {
  state: state({
    model: 'm',
    queued: queued(longLine),
    changes: changes(longLine),
    attachments: attachments(longLine),
    usage: {
      usedTokens: 9e9,
      contextTokens: 1,
      inputTokens: 9e9,
      outputTokens: 9e9,
      estimated: true,
    },
  }),
  items: [
    user('#1', longLine, { attachments: attachments(longLine), canEdit: true }),
    assistant('#2', longLine),
    hostileCard('c1', longLine, { status: 'failed' }),
    hostileCard('c2', longLine, {
      status: 'asking',
      approval: approval(longLine),
    }),
  ],
};
