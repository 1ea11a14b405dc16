// @ts-check
/** A chat with commands that run in the background, ended there, wait for input, or were undone. */
import { byUser, card, sandbox, state, trace, user } from './items.mjs';

const compound = {
  ...byUser,
  trace: [
    sandbox,
    trace('permission-rules', 'ask', 'rm -rf dist: no rule matches', {
      parts: [
        { text: 'git status', verdict: 'allow', reason: 'rule bash "git status*"', hazards: [] },
        {
          text: 'rm -rf dist',
          verdict: 'ask',
          reason: 'no rule matches "rm -rf dist"',
          code: 'no-rule',
          hazards: ['removes folders with all that is in them'],
        },
      ],
    }),
  ],
};

const background = [
  user('#1', 'Start the server and run the migration.'),
  card('bg-1', {
    title: 'npm start',
    background: 'bg1',
    exitCode: -1,
    durationMs: 1010,
    text: 'listening on 3000\n[The command still runs after 1 second. It goes on as bg1.]',
    terminalId: 't1',
    decision: compound,
  }),
  card('bg-2', {
    title: 'npm run build',
    status: 'failed',
    ranInBackground: true,
    exitCode: 1,
    durationMs: 183_000,
    undo: 'offered',
    text: 'error TS2322: Type string is not assignable to type number.',
  }),
  card('bg-3', {
    title: 'npm run watch -- --verbose --with-a-very-long-list-of-options',
    ranInBackground: true,
    exitCode: 0,
    durationMs: 61_000,
  }),
  card('undone', {
    status: 'failed',
    title: 'node scripts/generate.mjs',
    exitCode: 1,
    durationMs: 2400,
    rollback: { restored: 3, removed: 1 },
    text: 'Error: no template',
  }),
  card('ask-input', {
    status: 'running',
    title: 'npm init',
    tail: 'package name: (demo) ',
    terminalId: 't3',
    waitsForInput: true,
    input: { line: 'This utility creates a package.json.', question: 'package name: (demo)' },
    startedAt: Date.now() - 32_000,
  }),
];

const backgroundCommands = [
  {
    commandId: 'bg1',
    itemId: 'bg-1',
    title: 'npm start',
    startedAt: Date.now() - 254_000,
    waitsForInput: false,
  },
  {
    commandId: 'bg4',
    itemId: 'bg-4',
    input: { question: 'Do you want to truncate 3 tables? [y/N]' },
    title: 'npx drizzle-kit push --config drizzle.config.ts --verbose --strict',
    startedAt: Date.now() - 21_000,
    waitsForInput: true,
  },
];

export const backgroundScene = {
  state: state({
    chats: [{ id: 'chat-1', title: 'Start the server', running: true, pending: 0 }],
    model: 'qwen3-coder',
    background: backgroundCommands,
  }),
  items: background,
};
