// @ts-check
/** Keys on the card of an approval. */
import { card, state } from './items.mjs';
import { inputOf, onButton, pressed } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

const running = {
  model: 'm',
  chats: [{ id: 'chat-1', title: 'A', running: true, pending: 0 }],
};
const asking = card('ask', {
  status: 'asking',
  approval: {
    approvalId: 'p1',
    action: 'run ls',
    command: 'ls',
    diffs: [],
    notes: [],
    deletes: [],
    reads: [],
    writes: [],
    reasons: [],
    isRoutine: true,
    always: {
      offers: [
        { offerId: 'session-0', scope: 'call', rule: 'ls' },
        { offerId: 'workspace-0', scope: 'workspace', rule: 'ls' },
        { offerId: 'user-0', scope: 'user', rule: 'ls' },
      ],
      notes: [],
    },
  },
});

const notRoutine = card('ask', {
  status: 'asking',
  approval: {
    approvalId: 'p2',
    action: 'run rm x',
    command: 'rm x',
    diffs: [],
    notes: [],
    deletes: [],
    reads: [],
    writes: [],
    reasons: [],
  },
});

/** @param {Preview} preview */
async function onApproval(preview) {
  await onButton(/^Allow once/)(preview);
  await preview.page.keyboard.press('Alt+a');
}

/** @type {readonly import('./key-checks.mjs').KeyCase[]} */
export const approvalCases = [
  {
    name: 'approval: a reason is given once',
    scene: { state: state(running), items: [asking] },
    prepare: pressed(/^Deny with a reason/),
    keys: [...'no', 'Enter', 'Enter'],
    posted: [{ type: 'answer', approvalId: 'p1', answer: 'deny', reason: 'no' }],
  },
  {
    name: 'approval: it is answered once',
    scene: { state: state(running), items: [asking] },
    prepare: onButton(/^Allow once/),
    keys: ['Enter', 'Enter'],
    posted: [{ type: 'answer', approvalId: 'p1', answer: 'allow' }],
  },
  {
    name: 'approval: Escape leaves the reason, and the next Escape stops',
    scene: { state: state(running), items: [asking] },
    prepare: pressed(/^Deny with a reason/),
    keys: ['Escape'],
    posted: [],
    focus: /^Deny with a reason/,
  },
  {
    name: 'approval: Ctrl+Enter in its card allows it, once',
    scene: { state: state(running), items: [asking] },
    prepare: onApproval,
    keys: ['Control+Enter', 'Control+Enter'],
    posted: [{ type: 'answer', approvalId: 'p1', answer: 'allow', byKey: true }],
  },
  {
    name: 'approval: Ctrl+Backspace in its card denies it',
    scene: { state: state(running), items: [asking] },
    prepare: onApproval,
    keys: ['Control+Backspace'],
    posted: [{ type: 'answer', approvalId: 'p1', answer: 'deny', byKey: true }],
  },
  {
    name: 'approval: no key answers one that is not routine',
    scene: { state: state(running), items: [notRoutine] },
    prepare: onApproval,
    keys: ['Enter', ' ', 'Control+Enter', 'Control+Backspace'],
    posted: [],
    focus: /^Approval needed: /,
  },
  {
    name: 'approval: in the field for a reason, the keys belong to the text',
    scene: { state: state(running), items: [asking] },
    prepare: pressed(/^Deny with a reason/),
    keys: [...'no', 'Control+Backspace'],
    posted: [],
    focus: 'Reason for denying',
  },
  {
    name: 'approval: in the input, the keys answer nothing',
    scene: { state: state(running), items: [asking] },
    prepare: (preview) => inputOf(preview).focus(),
    keys: ['Control+Backspace'],
    posted: [],
    focus: 'Message',
  },
  {
    name: 'approval: the menu of "Always allow" opens by a key, and Escape closes it',
    scene: { state: state(running), items: [asking] },
    prepare: pressed(/^Always allow/),
    keys: ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Escape'],
    posted: [],
    focus: /^Always allow/,
  },
];
