import assert from 'node:assert/strict';
import type { ApprovalMeta } from '../../../../src/core/contracts/chats/acp';
import { failure, fail, succeed, type Result } from '../../../../src/core/contracts/failure';
import {
  createApprovalActions,
  type ApprovalDialogs,
} from '../../../../src/host/approvals/actions';
import type { PendingApproval, UserAnswer } from '../../../../src/host/approvals/pending';
import { exactChange, ruleChoices } from '../../../../src/host/approvals/rule-choices';
import type { GrantedRule, GrantScope } from '../../../../src/host/policy/grants';
import { bashDetails, bashItem, editItem } from './items';

interface Setup {
  readonly item?: PendingApproval;
  readonly dialogs?: Partial<ApprovalDialogs>;
  readonly add?: () => Promise<Result<void>>;
  readonly movesOldLists?: boolean;
}

function setUp({ item = bashItem('npm test'), dialogs, add, movesOldLists = false }: Setup = {}) {
  let open: PendingApproval | undefined = item;
  const answers: UserAnswer[] = [];
  const granted: (readonly [GrantScope, GrantedRule])[] = [];
  const told: string[] = [];
  const close = () => {
    open = undefined;
  };
  const actions = createApprovalActions({
    pending: {
      get: (id) => (open?.approvalId === id ? open : undefined),
      answer(id, answer) {
        if (open?.approvalId !== id) return false;
        close();
        answers.push(answer);
        return true;
      },
    },
    grants: {
      add: (scope, rules) => {
        for (const rule of rules) granted.push([scope, rule]);
        return add === undefined ? Promise.resolve(succeed(undefined)) : add();
      },
    },
    movesOldLists: () => movesOldLists,
    dialogs: {
      chooseRule: (choices) => Promise.resolve(choices[1]),
      confirmRule: () => Promise.resolve(true),
      editLine: () => Promise.resolve(undefined),
      editDocument: () => Promise.resolve(),
      inform: (text) => told.push(text),
      warn: (text) => told.push(text),
      ...dialogs,
    },
  });
  return { actions, answers, granted, told, close };
}

describe('createApprovalActions', () => {
  it('allows and denies by id', () => {
    const first = setUp();
    first.actions.allow('a1');
    assert.deepEqual(first.answers, [{ answer: 'allow' }]);
    const second = setUp();
    second.actions.deny('a1', 'use npm ci');
    assert.deepEqual(second.answers, [{ answer: 'deny', reason: 'use npm ci' }]);
  });

  it('says "already answered" for each stale click, and changes nothing', async () => {
    const { actions, answers, granted, told } = setUp();
    actions.allow('old');
    actions.deny('old');
    await actions.always('old');
    await actions.edit('old');
    assert.equal(told.length, 4);
    for (const text of told) assert.match(text, /already answered/);
    assert.deepEqual([answers, granted], [[], []]);
  });
});

describe('always', () => {
  it('stores the confirmed rule, then allows', async () => {
    const { actions, answers, granted } = setUp();
    await actions.always('a1', 'workspace-0');
    assert.deepEqual(granted, [[{ kind: 'workspace' }, { tool: 'bash', pattern: 'npm test' }]]);
    assert.deepEqual(answers, [{ answer: 'allow' }]);
  });

  it('decision 66: a dialog confirms each rule, but not exactly this call in this chat', async () => {
    const offers = [
      [{ tool: 'bash', pattern: 'git status' }],
      [{ tool: 'bash', pattern: 'git status *' }],
    ];
    const leaves = [{ code: 'runs-anything', text: 'node x' }] as const;
    const confirmed = async (offerId: string, more: Partial<ApprovalMeta> = {}) => {
      let dialogs = 0;
      const { actions, granted } = setUp({
        item: bashItem('git status', { alwaysOffers: offers, ...more }),
        dialogs: { confirmRule: () => Promise.resolve(++dialogs > 0) },
      });
      await actions.always('a1', offerId);
      assert.equal(granted.length, 1);
      return dialogs;
    };
    assert.equal(await confirmed('session-0'), 0);
    assert.equal(await confirmed('session-0', { alwaysLeft: leaves }), 1, 'only a part of it');
    assert.equal(await confirmed('session-1'), 1, 'with a wildcard');
    for (const id of ['workspace-0', 'user-0', 'user-1']) assert.equal(await confirmed(id), 1, id);
  });

  it('decision 66: a rule for a file is not exactly this change, which needs no dialog', async () => {
    let dialogs = 0;
    const alwaysOffers = [[{ tool: 'edit', pattern: '/repo/a.ts' }]];
    const { command: _none, ...details } = bashDetails('', { alwaysOffers, tool: 'core__edit' });
    const choices = [
      ...exactChange({ ...details, exactChange: 'd1' }, 'a.ts', 's1'),
      ...ruleChoices(details, 's1', true),
    ];
    const granted = async (offerId: string) => {
      const world = setUp({
        item: { ...bashItem('x'), details, choices },
        dialogs: { confirmRule: () => Promise.resolve(++dialogs > 0) },
      });
      await world.actions.always('a1', offerId);
      return world.granted;
    };
    await granted('session-0');
    assert.equal(dialogs, 1);
    const scope = { kind: 'session', sessionId: 's1' };
    const rule = { tool: 'core__edit', pattern: 'a.ts', exact: 'd1' };
    assert.deepEqual(await granted('change'), [[scope, rule]]);
    assert.equal(dialogs, 1);
  });

  it('an offer that the host does not hold changes nothing', async () => {
    for (const id of ['session-7', 'bash: rm *', '']) {
      const { actions, answers, granted } = setUp();
      await actions.always('a1', id);
      assert.deepEqual([answers, granted], [[], []]);
    }
  });

  it('asks for consent with the exact rule and the place it is saved in', async () => {
    let shown = '';
    const { actions } = setUp({
      dialogs: {
        chooseRule: (choices) => Promise.resolve(choices.find((c) => c.scope.kind === 'user')),
        confirmRule: (text) => {
          shown = text;
          return Promise.resolve(false);
        },
      },
    });
    await actions.always('a1');
    assert.match(shown, /Tool: bash\nPattern: npm test\nAction: allow/);
    assert.match(shown, /gatehouse\.permissions/);
  });

  it('decision 39: says that the old shell lists are written along with a first rule', async () => {
    for (const [at, told] of [
      [2, true],
      [1, false],
    ] as const) {
      let shown = '';
      const { actions } = setUp({
        movesOldLists: true,
        dialogs: {
          chooseRule: (choices) => Promise.resolve(choices.at(at)),
          confirmRule: (text) => Promise.resolve((shown = text) === ''),
        },
      });
      await actions.always('a1');
      assert.equal(shown.includes('gatehouse.shell.blockedCommands'), told);
    }
  });

  it('says in the consent which parts ask again, and why', async () => {
    let shown = '';
    const left = { code: 'runs-anything', text: '/usr/bin/node --version' } as const;
    const { actions } = setUp({
      item: bashItem('npm test && node --version', { alwaysLeft: [left] }),
      dialogs: { confirmRule: (text) => Promise.resolve((shown = text) === '') },
    });
    await actions.always('a1', 'session-0');
    assert.match(shown, /\nnode can run any code, so it asks each time\.\n/);
  });

  it('lets no pattern fake a line of the consent', async () => {
    let shown = '';
    const { actions } = setUp({
      item: bashItem('ls', {
        alwaysOffers: [[{ tool: 'bash', pattern: 'ls\nAction: deny\u202e' }]],
      }),
      dialogs: {
        confirmRule: (text) => {
          shown = text;
          return Promise.resolve(false);
        },
      },
    });
    await actions.always('a1');
    assert.match(shown, /Pattern: ls\\nAction: deny\\u202e\nAction: allow/);
  });

  for (const dialogs of [
    { chooseRule: () => Promise.resolve(undefined) },
    { confirmRule: () => Promise.resolve(false) },
  ]) {
    it(`stores nothing and leaves the item pending when ${Object.keys(dialogs).join()} backs out`, async () => {
      const { actions, answers, granted } = setUp({ dialogs });
      await actions.always('a1');
      assert.deepEqual([answers, granted], [[], []]);
    });
  }

  it('stores nothing when the call ended while the user decided', async () => {
    const ended = setUp({
      dialogs: {
        confirmRule: () => {
          ended.close();
          return Promise.resolve(true);
        },
      },
    });
    await ended.actions.always('a1');
    assert.deepEqual(ended.granted, []);
    assert.match(ended.told[0] ?? '', /already answered/);
  });

  it('says that the rule was saved, not that others answered, when the rule itself let the call go on', async () => {
    const { actions, answers, told, close } = setUp({
      add: () => {
        close();
        return Promise.resolve(succeed(undefined));
      },
    });
    await actions.always('a1');
    assert.deepEqual(answers, []);
    assert.match(told.join(), /^Gatehouse: the rule was saved\. This call was already answered/);
  });

  it('leaves the item pending when the rule cannot be saved', async () => {
    const { actions, answers, told } = setUp({
      add: () => Promise.resolve(fail(failure('execution', 'The disk is full.'))),
    });
    await actions.always('a1');
    assert.deepEqual(answers, []);
    assert.match(told[0] ?? '', /The disk is full/);
  });

  it('offers each rule for chat, workspace and user, narrowest first', async () => {
    const offered: string[] = [];
    const dialogs: Partial<ApprovalDialogs> = {
      chooseRule: (choices) => {
        offered.push(...choices.map((c) => `${c.scope.kind} ${c.rules[0]?.pattern ?? ''}`));
        return Promise.resolve(undefined);
      },
    };
    await setUp({ dialogs }).actions.always('a1');
    await setUp({ dialogs, item: bashItem('npm test', {}, false) }).actions.always('a1');
    assert.deepEqual(offered, [
      'session npm test',
      'workspace npm test',
      'user npm test',
      'session npm test',
      'user npm test',
    ]);
  });

  it('offers nothing where no rule may be saved', async () => {
    const { actions, told, answers } = setUp({ item: bashItem('x', { alwaysOffers: [] }) });
    await actions.always('a1');
    assert.match(told[0] ?? '', /approved each time/);
    assert.deepEqual(answers, []);
  });
});

describe('edit', () => {
  it('edits a short command on one line and keeps the other arguments', async () => {
    const argsJson = JSON.stringify({ command: 'npm test', cwd: 'packages/a' });
    const { actions, answers } = setUp({
      item: bashItem('npm test', { argsJson }),
      dialogs: { editLine: (line) => Promise.resolve(`${line} -- --bail`) },
    });
    await actions.edit('a1');
    assert.deepEqual(answers, [
      { answer: 'edit', args: '{"command":"npm test -- --bail","cwd":"packages/a"}' },
    ]);
  });

  it('leaves the item pending when the user backs out', async () => {
    const { actions, answers } = setUp();
    await actions.edit('a1');
    assert.deepEqual(answers, []);
  });

  const documents: readonly (readonly [string, PendingApproval])[] = [
    ['a command of several lines', bashItem('a\nb')],
    ['a command with unseen characters', bashItem('a\u202eb')],
    ['a tool without a command', { ...editItem('/repo/a'), approvalId: 'a1' }],
  ];
  for (const [what, item] of documents) {
    it(`opens an editor for ${what}, unseen characters as JSON escapes`, async () => {
      let shown = '';
      const { actions } = setUp({
        item,
        dialogs: {
          editDocument: (_, json) => {
            shown = json;
            return Promise.resolve();
          },
        },
      });
      await actions.edit('a1');
      assert.deepEqual(JSON.parse(shown), JSON.parse(item.details.argsJson));
      assert.doesNotMatch(shown, /\u202e/);
    });
  }

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['invalid JSON', '{"path": ', /not valid JSON/],
    ['JSON that is no object', '[1]', /must be a JSON object/],
    ['a secret still hidden', '{"text":"[REDACTED:github-token]"}', /secret was hidden/],
  ];
  for (const [what, json, reason] of refused) {
    it(`refuses ${what} with a reason and leaves the item pending`, async () => {
      const results: Result<void>[] = [];
      const { actions, answers } = setUp({
        item: bashItem('a\nb'),
        dialogs: {
          editDocument: (_, __, run) => {
            results.push(run(json));
            return Promise.resolve();
          },
        },
      });
      await actions.edit('a1');
      const [result] = results;
      assert.match(result?.ok === false ? result.failure.message : '', reason);
      assert.deepEqual(answers, []);
    });
  }

  it('keeps the edited text when the call ended meanwhile', async () => {
    const results: Result<void>[] = [];
    const ended = setUp({
      item: bashItem('a\nb'),
      dialogs: {
        editDocument: (_, __, run) => {
          ended.close();
          results.push(run('{ "command": "a" }'));
          return Promise.resolve();
        },
      },
    });
    await ended.actions.edit('a1');
    const [result] = results;
    assert.match(result?.ok === false ? result.failure.message : '', /already answered/);
    assert.deepEqual(ended.answers, []);
  });

  it('answers with the edited arguments of the editor', async () => {
    const { actions, answers } = setUp({
      item: bashItem('a\nb'),
      dialogs: {
        editDocument: (_, __, run) => {
          run('{ "command": "a" }');
          return Promise.resolve();
        },
      },
    });
    await actions.edit('a1');
    assert.deepEqual(answers, [{ answer: 'edit', args: '{"command":"a"}' }]);
  });
});
