// @ts-check
/** Scripted lists of all chats. */
import { assistant, card, state, user } from './items.mjs';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** @param {string} id @param {object} more */
export function chat(id, more = {}) {
  return { historyId: id, title: `Chat ${id}`, updatedAt: Date.now(), messages: 1, ...more };
}

/** @param {readonly object[]} items @param {object} more */
export function history(items, more = {}) {
  return { query: '', items, state: 'ready', hasMore: false, ...more };
}

/** @param {readonly object[]} items @param {object} more */
export function listState(items, more = {}) {
  return state({ model: 'qwen3-coder', history: history(items, more) });
}

/** @param {number} count */
export function manyChats(count) {
  return Array.from({ length: count }, (_, at) =>
    chat(`many-${at}`, {
      title: `Chat number ${at}${at % 3 === 0 ? ', with a title that goes on into a second line' : ''}`,
      updatedAt: Date.now() - at * 5 * hour,
      messages: (at % 40) + 1,
    }),
  );
}

const now = Date.now();

const chats = [
  chat('a', {
    title: 'Fix the failing tests of the sum module',
    updatedAt: now - 20_000,
    messages: 4,
    cost: 0.0184,
    open: 'running',
  }),
  chat('b', { title: 'Clean up and reinstall', updatedAt: now - 7 * minute, open: 'idle' }),
  chat('c', {
    title:
      'Why does the checkout page show the price twice when a discount is applied, and where is it computed?',
    updatedAt: now - 3 * hour,
    messages: 27,
    cost: 1.43,
  }),
  chat('d', {
    title: 'Add a dark theme 🌗 to the settings 👩‍💻',
    updatedAt: now - day,
    messages: 12,
    cost: 0.31,
    place: 'storefront',
  }),
  chat('e', { title: 'אפשר לתקן את הבדיקות?', updatedAt: now - 3 * day, messages: 2 }),
  chat('f', { title: '\u202egnp.exe is a picture', updatedAt: now - 4 * day, messages: 2 }),
  chat('g', {
    title: 'x'.repeat(4000),
    updatedAt: now - 40 * day,
    messages: 912,
    cost: 123.4,
    place: 'a workspace with a name that is much too long for the row',
  }),
  chat('h', { title: 'Rewrite the parser in Rust', updatedAt: now - 400 * day, messages: 1 }),
];

const found = [
  chat('b', { title: 'Clean up and reinstall', updatedAt: now - 7 * minute, open: 'idle' }),
  chat('c', {
    title: 'Why does the checkout page show the price twice?',
    updatedAt: now - 3 * hour,
    messages: 27,
    cost: 1.43,
    excerpt:
      '…then I ran npm install again: the lock file named another version, and install failed…',
  }),
  chat('d', {
    title: 'Install the theme',
    updatedAt: now - 9 * day,
    messages: 12,
    place: 'storefront',
  }),
];

const cutShort =
  'Interrupted: the window closed or crashed while this call ran, so its result is unknown. It may have had effects.';

const interrupted = [
  user('#1', 'Deploy it.'),
  assistant('#2', 'Running the deployment script.'),
  card('i1', {
    status: 'cancelled',
    interrupted: true,
    title: 'npm run deploy -- --env staging',
    text: cutShort,
    failure: { errorCode: 'cancelled', message: cutShort },
  }),
  card('i2', { status: 'cancelled', title: 'sleep 600', tail: 'waiting…', durationMs: 4200 }),
];

export const historyScenes = {
  history: { state: listState(chats), items: interrupted },
  'history-found': { state: listState(found, { query: 'install' }), items: [] },
  'history-none': { state: listState([], { query: 'nothing like it' }), items: [] },
  'history-empty': { state: listState([]), items: [] },
  'history-problem': {
    state: listState(chats.slice(0, 2), {
      problem: 'The chats of “storefront” could not be read: its store is damaged. Run Doctor.',
      hasMore: true,
    }),
    items: [],
  },
  'history-loading': { state: listState([], { state: 'loading' }), items: [] },
  'history-rename': {
    state: listState(chats),
    items: [],
    opened: '[aria-label^="Rename Clean up"]',
  },
  'history-menu': {
    state: state({
      chats: [
        { id: 'chat-1', title: 'Clean up and reinstall', running: true, pending: 0 },
        { id: 'chat-2', title: 'The tests of this project fail', running: false, pending: 0 },
      ],
    }),
    items: [],
    opened: '.chat-current',
  },
  interrupted: { state: state({ model: 'qwen3-coder', earlier: 640 }), items: interrupted },
};
