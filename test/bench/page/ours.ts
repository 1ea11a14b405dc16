import { systemClock } from '../../../src/adapters/system/clock';
import type {
  PanelMessage,
  PanelState,
  TranscriptItem,
} from '../../../src/core/contracts/panel/state';
import { PageSync } from '../../../src/host/panel/page/page-sync';

const state: Omit<PanelState, 'earlier'> = {
  chats: [{ id: 'chat-1', title: 'A long chat', running: false, pending: 0 }],
  activeChat: 'chat-1',
  draft: '',
  draftCount: 0,
  queued: [],
  model: 'm',
  permission: 'rules',
  wantsModel: false,
  replay: false,
  replayPrompt: '',
  hasFolder: true,
  trusted: true,
  background: [],
  changes: [],
  attachments: [],
  history: null,
};

/** A chat as the host keeps it, behind the part of the host that fills the page. */
export function openChat(count: number, post: (message: PanelMessage) => void): PageSync {
  const items = Array.from({ length: count }, (_, at) => itemAt(at));
  return new PageSync({ clock: systemClock, post, state: () => state, items: () => items });
}

const answer = (at: number) => `Step ${at}: the total in \`src/cart.js:${(at % 90) + 1}\` is wrong.

- it multiplies before it adds
- the test **expects** the sum

\`\`\`js
for (const value of values) {
  total += value * ${at};
}
\`\`\``;

const output = (at: number) =>
  Array.from({ length: 12 }, (_, line) => `ok ${at}.${line} adds numbers (0.4 ms)`).join('\n');

/** A turn has a message, an answer, two calls and an answer. */
function itemAt(at: number): TranscriptItem {
  const id = `#${at}`;
  switch (at % 5) {
    case 0:
      return { type: 'user', id, text: `What about step ${at}? Look at the tests first.` };
    case 2:
    case 3:
      return {
        ...{ type: 'call', id, tool: 'bash', kind: 'execute', origin: 'model' },
        ...{ title: `npm test -- ${at}`, status: 'completed', ending: 'completed' },
        ...{ argsJson: `{"command":"npm test -- ${at}"}`, tail: '', text: output(at) },
        ...{ textCut: false, diffs: [], locations: [], warnings: [], durationMs: 1200 },
      };
    default:
      return { type: 'assistant', id, text: answer(at), thought: false, streaming: false };
  }
}
