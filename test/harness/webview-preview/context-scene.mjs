// @ts-check
/** A chat with context, a queue, a wait, an offer to continue, and usage figures. */
import { assistant, card, notice, queued, state, user } from './items.mjs';

/** @param {string} attachmentId @param {string} kind @param {string} label @param {object} more */
export function attachment(attachmentId, kind, label, more = {}) {
  return { attachmentId, kind, label, ...more };
}

const attachments = [
  attachment('a1', 'file', 'cart.js', { detail: '/home/you/demo/src/cart.js', tokens: 1240 }),
  attachment('a2', 'selection', 'pricing.js:3-19', { detail: '/home/you/demo/src/pricing.js' }),
  attachment('a3', 'problems', '4 problems', { tokens: 310 }),
  attachment('a4', 'terminal', 'terminal: bash'),
  attachment('a5', 'image', 'screenshot.png', { tokens: 1600 }),
  attachment('a6', 'file', `${'a-name-that-is-far-too-long-'.repeat(6)}for-a-chip.test.ts`),
];

export const suggestions = [
  { type: 'context', kind: 'selection', label: 'Selection', detail: 'src/cart.js:3-9' },
  { type: 'context', kind: 'problems', label: 'Problems', detail: '4 in this workspace' },
  {
    type: 'context',
    kind: 'file',
    label: 'cart.js',
    detail: 'src',
    path: '/home/you/demo/src/cart.js',
  },
  {
    type: 'context',
    kind: 'file',
    label: 'a-very-long-name-of-a-file-that-tells-everything-it-does.test.js',
    detail: 'packages/application/source/components/shopping/cart/test/unit',
    path: '/home/you/demo/long.test.js',
  },
];

export const commands = [
  { type: 'command', name: '/clear', detail: 'Forgets this conversation, its cache and counts' },
  { type: 'command', name: '/compact', detail: 'Sums up what came before' },
  { type: 'command', name: '/cost', detail: 'What this chat has used' },
  { type: 'command', name: '/status', detail: 'Provider, gates, filter, quota and context' },
];

export const usage = {
  usedTokens: 12_310,
  contextTokens: 128_000,
  inputTokens: 45_200,
  outputTokens: 3210,
  cost: 0.0123,
  estimated: true,
};

const items = [
  user('#1', 'The total of the cart is wrong. Find out why.', {
    attachments: attachments.slice(0, 3),
    canEdit: true,
  }),
  assistant('#2', 'I look at the cart first.'),
  card('c1', {
    tool: 'grep',
    kind: 'search',
    title: 'total · src · **/*.js',
    status: 'running',
    argsJson: '{\n  "pattern": "total"\n}',
    retry: { attempt: 2, of: 3 },
    startedAt: Date.now() - 4000,
  }),
  notice('#3', 'info', 'The answer stopped at 25 steps.', { action: 'continue' }),
  user('#4', 'Go on, and look at the tests, too.', { canEdit: true }),
  notice('#5', 'error', 'The server closed the connection: `ECONNRESET`. Nothing was lost.', {
    action: 'retry',
  }),
  notice(
    '#6',
    'info',
    'api.openai.com received too many requests (status 429). It asked to wait 12 s. Attempt 1 of 3 failed.',
    {
      waitUntil: Date.now() + 12_000,
    },
  ),
];

const chats = [{ id: 'chat-1', title: 'The total of the cart', running: true, pending: 0 }];

export const contextScene = {
  state: state({
    chats,
    model: 'qwen3-coder:30b-a3b-q4_K_M',
    draft: 'What about @ca',
    attachments,
    queued: queued(
      'Then update the changelog, please, with a line for each of the changes.',
      'And push.',
    ),
    usage,
  }),
  items,
};

export const nearlyFullScene = {
  state: state({
    model: 'qwen3-coder',
    attachments: attachments.slice(0, 1),
    usage: { ...usage, usedTokens: 113_900, estimated: false, cost: 1.234 },
  }),
  items,
};
