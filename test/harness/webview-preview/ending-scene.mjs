// @ts-check
/** A card for each way a call can end. */
import { byUser, card, sandbox, state, trace, underPolicy, user } from './items.mjs';

/** @param {string} errorCode @param {string} message */
function refused(errorCode, message) {
  return {
    status: 'failed',
    durationMs: 0,
    failure: { errorCode, message },
    toolError: `[tool_error]\ncategory: policy_blocked\nerror: ${message}\nsuggestion: Do not retry. Choose another way or ask the user.\nretryable: false`,
  };
}

const asked = [sandbox, trace('permission-rules', 'ask', 'no rule matches')];
const deny = { verdict: 'deny', approvedBy: 'none', ...underPolicy };
const readme = {
  tool: 'delete_path',
  kind: 'delete',
  title: 'README.md',
  argsJson: '{\n  "path": "README.md"\n}',
};

export const endingItems = [
  user('#1', 'Try each of these.'),
  card('e1', { title: 'npm test', exitCode: 0, durationMs: 1830, text: 'ok 12', decision: byUser }),
  card('e2', {
    title: 'npm run lint',
    status: 'failed',
    exitCode: 1,
    text: '2 problems',
    decision: byUser,
  }),
  card('e3', {
    ...readme,
    ...refused('policy_denied', 'The user denied this call: Keep the readme'),
    ending: 'denied-by-user',
    decision: { ...deny, trace: asked, denial: { by: 'user', reason: 'Keep the readme' } },
  }),
  card('e4', {
    ...readme,
    ...refused('policy_denied', 'The user denied this call.'),
    ending: 'denied-by-user',
    decision: { ...deny, trace: asked, denial: { by: 'user' } },
  }),
  card('e5', {
    title: 'rm -rf build',
    ...refused('policy_denied', 'Denied by rule bash "rm *" (user, permissions.bash[0]).'),
    ending: 'denied-by-rule',
    decision: {
      ...deny,
      trace: [
        sandbox,
        trace(
          'permission-rules',
          'deny',
          'Denied by rule bash "rm *" (user, permissions.bash[0]).',
          {
            rule: { tool: 'core__bash', pattern: 'rm *', action: 'deny', source: 'user' },
          },
        ),
      ],
    },
  }),
  card('e6', {
    title: 'curl https://example.com',
    ...refused('policy_denied', 'The command is blocked: "curl" is on the blocklist.'),
    ending: 'blocked',
    decision: {
      ...deny,
      trace: [
        trace(
          'blocklist',
          'deny',
          'The command is blocked: "curl" is on the blocklist. The user can change the blocklist with the setting gatehouse.shell.allowedCommands or gatehouse.shell.blockedCommands.',
        ),
      ],
    },
  }),
  card('e7', {
    title: 'npm publish',
    ...refused('policy_denied', 'The approval timed out: no answer within 60 seconds'),
    ending: 'approval-timeout',
    decision: {
      ...deny,
      trace: asked,
      denial: { by: 'timeout', reason: 'no answer within 60 seconds' },
    },
  }),
  card('e8', {
    title: 'npm run build',
    ...refused('timeout', 'The command took longer than 120 seconds and was stopped.'),
    durationMs: 120_000,
    ending: 'timeout',
    text: 'compiling module 1\ncompiling module 2',
    decision: byUser,
  }),
  card('e9', {
    title: 'sleep 600',
    status: 'cancelled',
    failure: { errorCode: 'cancelled', message: 'The call was cancelled while it ran.' },
    decision: byUser,
  }),
  card('e10', {
    title: 'npm run migrate',
    status: 'cancelled',
    ending: 'interrupted',
    interrupted: true,
    failure: {
      errorCode: 'cancelled',
      message: 'The window ended while this call ran. It may have had effects.',
    },
  }),
  card('e11', {
    ...refused('validation', 'path: expected a text'),
    tool: 'read',
    kind: 'read',
    title: 'read',
    namesTool: true,
    argsJson: '{\n  "path": 3\n}',
    ending: 'failed',
    decision: { ...deny, trace: [] },
  }),
];

export const endingScenes = {
  endings: { state: state({ model: 'qwen3-coder' }), items: endingItems },
};
