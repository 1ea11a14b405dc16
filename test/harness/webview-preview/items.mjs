// @ts-check
/** Items of scripted states, as the host sends them. */

const emptyState = {
  chats: [{ id: 'chat-1', title: 'New chat', running: false, pending: 0 }],
  activeChat: 'chat-1',
  draft: '',
  draftCount: 0,
  queued: [],
  model: '',
  wantsModel: false,
  replay: false,
  replayPrompt: '',
  hasFolder: true,
  trusted: true,
  background: [],
  changes: [],
  attachments: [],
  history: null,
  earlier: 0,
};

/** @param {object} more */
export function state(more = {}) {
  return { ...emptyState, ...more };
}

/** @param {string[]} texts Each is its own id. */
export function queued(...texts) {
  return texts.map((text) => ({ queuedId: text, text }));
}

/** @param {string} id @param {object} more */
export function card(id, more = {}) {
  const status = Reflect.get(more, 'status') ?? 'completed';
  const isOver = !['asking', 'allowed', 'denied', 'running'].includes(status);
  return {
    ...(isOver ? { ending: Reflect.get(more, 'interrupted') ? 'interrupted' : status } : {}),
    type: 'call',
    id,
    tool: 'bash',
    kind: 'execute',
    origin: 'model',
    title: 'npm test',
    status: 'completed',
    argsJson: '{\n  "command": "npm test"\n}',
    tail: '',
    text: '',
    textCut: false,
    diffs: [],
    locations: [],
    warnings: [],
    ...more,
  };
}

/** @param {string} id @param {string} text @param {object} more */
export function user(id, text, more = {}) {
  return { type: 'user', id, text, ...more };
}

/** @param {string} id @param {string} text @param {object} more */
export function assistant(id, text, more = {}) {
  return { type: 'assistant', id, text, thought: false, streaming: false, ...more };
}

/** @param {string} id @param {string} level @param {string} text @param {object} more */
export function notice(id, level, text, more = {}) {
  return { type: 'notice', id, level, text, ...more };
}

/** @param {string} gate @param {string} verdict @param {string} reason @param {object} more */
export function trace(gate, verdict, reason, more = {}) {
  return { slot: gate, gate, verdict, reason, ...more };
}

export const sandbox = trace('path-sandbox', 'allow', 'inside the workspace');
export const underPolicy = { policyVersion: 1, trust: 'trusted' };

export const byDefaultRule = {
  verdict: 'allow',
  approvedBy: 'auto',
  trace: [
    sandbox,
    trace('permission-rules', 'allow', 'rule matches', {
      rule: { tool: 'core__read', pattern: '*', action: 'allow', source: 'default' },
    }),
  ],
  ...underPolicy,
};

export const byUser = {
  verdict: 'allow',
  approvedBy: 'user',
  trace: [sandbox, trace('permission-rules', 'ask', 'no rule matches')],
  ...underPolicy,
};

export const whileProvisional = {
  ...byUser,
  trace: [...byUser.trace, trace('trust', 'ask', 'its source built-in is provisional')],
  trust: 'provisional',
};
