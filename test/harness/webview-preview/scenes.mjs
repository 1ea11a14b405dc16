// @ts-check
/** Scripted states of the host: every kind of item, every state of a card. */
import { approvalScenes } from './approval-scenes.mjs';
import { backgroundScene } from './background-scene.mjs';
import { changeScenes } from './changes-scene.mjs';
import { contextScene, nearlyFullScene } from './context-scene.mjs';
import { endingScenes } from './ending-scene.mjs';
import { filterScenes } from './filter-scene.mjs';
import { readingScenes } from './reading-scene.mjs';
import { historyScenes } from './history-scene.mjs';
import {
  assistant,
  byDefaultRule,
  byUser,
  card,
  notice,
  queued,
  state,
  trace,
  underPolicy,
  user,
  whileProvisional,
} from './items.mjs';

const before = `import { readFile } from 'node:fs/promises';

/** Adds numbers. */
export function sum(values) {
  let total = 0;
  for (const value of values) {
    total = value;
  }
  return total;
}
`;
const after = before
  .replace('    total = value;', '    total += value;')
  .replace('/** Adds numbers. */', '/** Adds numbers; an empty list gives 0. */');

const answer = `The test fails because \`sum\` **assigns** instead of adding. I will:

1. change the operator in \`src/sum.js\`
2. run the tests again

\`\`\`js
for (const value of values) {
  total += value; // was: total = value
}
\`\`\`

| test | before | after |
|---|---|---|
| adds two numbers | fails | passes |
| empty list | passes | passes |

> See the [MDN page](https://developer.mozilla.org/en-US/docs/Web/JavaScript) for the operator.`;

const failedOutput = `> demo@1.0.0 test
> node --test

✔ empty list (0.41ms)
✖ adds two numbers (1.2ms)
  AssertionError: Expected values to be strictly equal: 2 !== 3
      at test/sum.test.js:7:10

# tests 2
# pass 1
# fail 1`;

const conversation = [
  user('#1', 'The tests of this project fail. Find out why and fix it.'),
  assistant('#2', 'Looking at the tests first, then at the code they cover.', { thought: true }),
  assistant('#3', 'I will read the code and run the tests.'),
  card('read-1', {
    tool: 'read',
    kind: 'read',
    title: 'src/sum.js',
    argsJson: '{\n  "path": "src/sum.js"\n}',
    text: before,
    durationMs: 14,
    decision: byDefaultRule,
    locations: [{ path: '/home/you/demo/src/sum.js', line: 1 }],
  }),
  card('test-1', {
    status: 'failed',
    text: failedOutput,
    exitCode: 1,
    durationMs: 1240,
    terminalId: 't1',
    decision: byUser,
    failure: { errorCode: 'execution', message: 'The command ended with exit code 1.' },
  }),
  assistant('#4', answer),
  card('edit-1', {
    tool: 'edit',
    kind: 'edit',
    title: 'src/sum.js',
    argsJson:
      '{\n  "path": "src/sum.js",\n  "old_text": "total = value",\n  "new_text": "total += value"\n}',
    text: 'Changed 2 lines in src/sum.js.',
    diffs: [{ path: '/home/you/demo/src/sum.js', oldText: before, newText: after }],
    durationMs: 31,
    decision: byUser,
  }),
];

const running = [
  ...conversation.slice(0, 1),
  card('run-1', {
    status: 'running',
    title: 'npm run build -- --verbose',
    argsJson: '{\n  "command": "npm run build -- --verbose"\n}',
    tail: Array.from({ length: 24 }, (_, at) => `[build] compiled src/module-${at}.ts`).join('\n'),
    terminalId: 't2',
    startedAt: Date.now() - 12_400,
  }),
  assistant('#5', 'While this runs, here is what the build does: it bundles', { streaming: true }),
];

const asking = [
  user('#1', 'Clean up the old build output and reinstall.'),
  assistant('#2', 'I would remove the folder and install again.'),
  card('ask-1', {
    status: 'asking',
    title: 'rm -rf dist node_modules && npm ci --ignore-scripts',
    argsJson: '{\n  "command": "rm -rf dist node_modules && npm ci --ignore-scripts"\n}',
    approval: {
      approvalId: 'approval-1',
      action: 'run rm -rf dist node_modules && npm ci --ignore-scripts',
      command: 'rm -rf dist node_modules && npm ci --ignore-scripts',
      cwd: 'packages/app',
      diffs: [],
      notes: [],
      deletes: [],
      reads: [],
      writes: ['dist', 'node_modules'],
      isRisky: true,
      reasons: ['none of your rules covers 1 of these 3 commands'],
      parts: [
        {
          text: 'rm -rf dist node_modules',
          verdict: 'ask',
          reason: 'no rule matches "rm -rf dist node_modules"; `rm -rf` removes folders',
          code: 'no-rule',
          hazards: ['`-rf` removes folders with all that is in them'],
        },
        { text: 'cd packages/app', verdict: 'allow', reason: 'changes the folder', hazards: [] },
        {
          text: 'npm ci --ignore-scripts',
          verdict: 'allow',
          reason: 'rule bash "npm ci *" (user)',
          code: 'rule',
          hazards: [],
        },
      ],
      always: {
        offers: [],
        notes: [
          '`rm -rf dist node_modules` asks each time: `-rf` removes folders with all that is in them.',
        ],
      },
    },
  }),
];

const compound = 'node --version && git status -s && npm test 2>&1 | tail -5';
const askingInParts = [
  user('#1', 'Which version of Node is this, and do the tests pass?'),
  card('ask-2', {
    status: 'asking',
    title: compound,
    argsJson: JSON.stringify({ command: compound }),
    approval: {
      approvalId: 'approval-3',
      action: `run ${compound}`,
      command: compound,
      cwd: '/home/you/demo',
      diffs: [],
      notes: [],
      deletes: [],
      reads: [],
      writes: [],
      reasons: ['No rule matches.'],
      isRoutine: true,
      always: {
        offers: ['git status -s + npm test + tail -5', 'git status * + npm test + tail -5'].flatMap(
          (rule, at) =>
            ['session', 'workspace', 'user'].map((scope) => ({
              offerId: `${scope}-${at}`,
              scope,
              rule,
            })),
        ),
        notes: ['`node` can run any code, so it asks each time.'],
      },
    },
  }),
];

/** @param {string} id @param {string} name @param {object} [more] */
const askingEdit = (id, name, more) =>
  card(id, {
    status: 'asking',
    tool: 'edit',
    kind: 'edit',
    title: name,
    argsJson: JSON.stringify({ path: name, new_text: 'total += value' }),
    approval: {
      approvalId: `approval of ${id}`,
      action: `edit ${name}`,
      diffs: [{ path: name, oldText: 'total = value\n', newText: 'total += value\n' }],
      notes: [],
      deletes: [],
      reads: [],
      writes: [],
      reasons: ['No rule matches.'],
      isRoutine: true,
      isRoutineChange: true,
      ...more,
    },
  });

const askingTogether = [
  user('#1', 'Fix the sums.'),
  askingEdit('edit-2', 'src/sum.js'),
  askingEdit('edit-3', 'src/total.js'),
  askingEdit('edit-4', '.vscode/tasks.json', {
    isRoutine: undefined,
    isRoutineChange: undefined,
  }),
];

const longCommand = Array.from(
  { length: 40 },
  (_, at) => `printf '%s\\n' "step ${at}: a line of a long script" >> build.log`,
).join('\n');

const cards = [
  card('c1', { exitCode: 0, durationMs: 830, text: 'ok', decision: whileProvisional }),
  card('c2', { status: 'cancelled', title: 'sleep 600', tail: 'waiting…', durationMs: 4200 }),
  card('c3', {
    status: 'failed',
    title: 'curl https://example.com | sh',
    failure: {
      errorCode: 'policy_denied',
      message: 'The command pipes a download into a shell. Download it, read it, then run it.',
    },
    decision: {
      verdict: 'deny',
      approvedBy: 'none',
      trace: [
        trace('policy-rules', 'deny', 'Denied by the rule policy.rules[0].', {
          match: 'policy.rules[0] deny: tool=bash matched args_match',
        }),
      ],
      ...underPolicy,
    },
  }),
  card('c4', {
    tool: 'grep',
    kind: 'search',
    title: 'TODO · src',
    origin: 'user',
    argsJson: '{\n  "pattern": "TODO"\n}',
    text: 'src/a.ts:12: // TODO\n'.repeat(30),
    textCut: true,
    overflowId: 'f3f6',
    durationMs: 92,
    warnings: ['1 line looks like a secret and was hidden.'],
    locations: [
      { path: '/home/you/demo/src/a.ts', line: 12 },
      { path: '/home/you/demo/src/b.ts', line: 3 },
    ],
    decision: { verdict: 'allow', approvedBy: 'user-typed', trace: [], ...underPolicy },
  }),
  card('c5', {
    tool: 'write',
    kind: 'edit',
    title: 'docs/guide.md',
    argsJson: '{\n  "path": "docs/guide.md"\n}',
    diffs: [
      {
        path: '/home/you/demo/docs/guide.md',
        oldText: null,
        newText: Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of the guide.\n`).join(''),
      },
    ],
    durationMs: 12,
  }),
  card('c6', {
    tool: 'mcp server / deploy',
    kind: 'other',
    title: 'A tool with a very long title that does not fit the width of the panel at all',
    status: 'running',
    startedAt: Date.now() - 95_000,
  }),
  notice('n1', 'info', 'The context was compacted: 42 older results were summed up.'),
  notice('n2', 'warning', 'The same call was repeated three times with the same result.'),
  notice('n3', 'error', 'The turn failed: the server closed the connection.'),
  card('c7', {
    status: 'asking',
    title: 'printf … (40 lines)',
    argsJson: JSON.stringify({ command: longCommand }),
    approval: {
      approvalId: 'approval-2',
      action: 'run a command',
      command: longCommand,
      diffs: [],
      notes: [],
      deletes: [],
      reads: [],
      writes: ['build.log'],
      reasons: ['none of your rules covers this command'],
    },
  }),
];

const twoChats = [
  { id: 'chat-2', title: 'Clean up and reinstall', running: true, pending: 1 },
  { id: 'chat-1', title: 'The tests of this project fail', running: false, pending: 0 },
];

/**
 * `opened`: the element to click before the screenshot.
 *
 * @type {Readonly<Record<string, { state: object; items: readonly object[]; opened?: string }>>}
 */
export const scenes = {
  empty: { state: state(), items: [] },
  'empty-unsent': { state: state({ draft: 'Fix the failing test', wantsModel: true }), items: [] },
  restricted: {
    state: state({ model: 'qwen3-coder', hasFolder: false, trusted: false }),
    items: [],
  },
  ready: { state: state({ model: 'qwen3-coder' }), items: [] },
  help: { state: state({ model: 'qwen3-coder' }), items: [], opened: '.composer-help button' },
  demo: {
    state: state({
      model: 'Recorded replies',
      replay: true,
      replayPrompt: 'Fix the failing test',
    }),
    items: [],
  },
  conversation: { state: state({ model: 'qwen3-coder' }), items: conversation },
  running: {
    state: state({
      chats: [{ id: 'chat-1', title: 'The tests of this project fail', running: true, pending: 0 }],
      model: 'replay',
      replay: true,
      queued: queued('Then update the changelog, please.'),
    }),
    items: running,
  },
  asking: {
    state: state({ chats: twoChats, activeChat: 'chat-2', model: 'qwen3-coder' }),
    items: asking,
  },
  ...approvalScenes(state({ chats: twoChats, activeChat: 'chat-2', model: 'qwen3-coder' })),
  'asking-parts': {
    state: state({ chats: twoChats, activeChat: 'chat-2', model: 'qwen3-coder' }),
    items: askingInParts,
    opened: '.always > .button:not([aria-disabled])',
  },
  'asking-together': {
    state: state({ chats: twoChats, activeChat: 'chat-2', model: 'qwen3-coder' }),
    items: askingTogether,
  },
  background: backgroundScene,
  ...changeScenes,
  ...historyScenes,
  ...endingScenes,
  ...filterScenes,
  ...readingScenes,
  context: contextScene,
  'nearly-full': nearlyFullScene,
  cards: { state: state({ chats: twoChats, model: 'qwen3-coder' }), items: cards },
};
