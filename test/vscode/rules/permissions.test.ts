import * as assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { shippedProtectedFiles } from '../../../src/core/contracts/policy/protected-files';
import { freshFolder, parts, put, root, textOf } from '../world';
import { call, freshSession, type CallMore } from './calls';
import { explained, stepAt, verdictOf } from './explained';
import { underUser, withAnything, withUser } from './settings';

const refuse: CallMore = { answer: () => ({ answer: 'deny' }) };

describe('rules: permissions', () => {
  describe('for protected files', () => {
    underUser({ permissions: { write: [{ pattern: '*', action: 'allow' }] } });

    it('decision protected-files: the settings page lists those that are built in, with reasons', async () => {
      await parts();
      const extension = vscode.extensions.getExtension('gatehouse.gatehouse');
      // Reasons begin with a capital there.
      const shown = JSON.stringify(extension?.packageJSON).toLowerCase();
      for (const { pattern, why } of shippedProtectedFiles) {
        assert.ok(shown.includes(`\`${pattern.toLowerCase()}\``), pattern);
        const reason = why.message.replace('{0} ', '').toLowerCase();
        assert.ok(shown.includes(reason), reason);
      }
    });

    it('decision protected-files: gatehouse.files.protected adds to them', async () => {
      const folder = await freshFolder('guarded');
      const write = (name: string) =>
        call('write', { path: path.join(folder, name), content: 'x' }, refuse);
      const before = await write('deploy/keys/a.txt');
      assert.deepEqual([before.asked.length, before.code], [0, undefined]);
      await withUser({ 'files.protected': ['deploy/keys'] }, async () => {
        const added = await write('deploy/keys/b.txt');
        assert.deepEqual([added.asked.length, added.code], [1, 'policy_denied']);
        const builtIn = await write('AGENTS.md');
        assert.deepEqual([builtIn.asked.length, builtIn.code], [1, 'policy_denied']);
        assert.equal((await write('deploy/c.txt')).asked.length, 0);
      });
    });
  });

  describe('for commands', () => {
    underUser({
      permissions: {
        bash: [
          { pattern: 'git push *', action: 'deny' },
          { pattern: 'echo *', action: 'allow' },
          { pattern: 'npm *', action: 'ask' },
          { pattern: 'npm audit*', action: 'deny' },
        ],
      },
    });

    it('decision 4: the first matching rule wins; without a match the call asks', async () => {
      assert.equal(await verdictOf('echo one'), 'allow');
      assert.equal(await verdictOf('git push origin'), 'deny');
      assert.equal(await verdictOf('npm test'), 'ask');
      assert.equal(await verdictOf('npm audit'), 'ask', 'the rule before it matches first');
      assert.equal(await verdictOf('ls'), 'ask');
      const { asked, code } = await call('bash', { command: 'npm audit' }, refuse);
      assert.deepEqual([asked.length, code], [1, 'policy_denied']);
    });

    it('decision 5: each sub-command is judged by itself, and the strictest verdict wins', async () => {
      assert.equal(await verdictOf('echo one && git push origin'), 'deny');
      assert.equal(await verdictOf('echo one; npm test'), 'ask');
      assert.equal(await verdictOf('echo one | grep one'), 'ask');
      assert.equal(await verdictOf('(cd src && git push origin)'), 'deny');
      assert.equal(await verdictOf('echo one && echo two 2>&1'), 'allow');
      assert.equal(await verdictOf('echo $HOME'), 'ask', 'the expansion is unknown');
      assert.equal(await verdictOf('echo $(ls)'), 'deny', 'a substitution is blocked');
    });

    it('decision 12: matching ignores case, except for the program word of an allow rule', async () => {
      const { workspace } = await parts();
      assert.equal(await verdictOf('GIT PUSH origin'), 'deny');
      assert.equal(await verdictOf('ECHO one'), workspace.caseSensitive() ? 'ask' : 'allow');
    });

    it('decision 4: a denied command does not ask, and the audit log names the rule', async () => {
      const { asked, entry, code } = await call('bash', { command: 'git push origin' });
      assert.deepEqual([asked.length, code, entry.result], [0, 'policy_denied', 'denied']);
      assert.equal(entry.policy_match, 'core__bash "git push *" deny (user)');
    });
  });

  it('decision 6: by default reading inside the workspace is allowed, and everything else asks', async () => {
    const folder = await freshFolder('decision6');
    const file = await put(folder, 'a.txt', 'one\n');
    const reads = {
      read: { path: file },
      list_directory: { path: folder },
      find_path: { pattern: '*', path: folder },
      grep: { pattern: 'one', path: folder },
    };
    for (const [tool, args] of Object.entries(reads)) {
      const { asked, code, entry } = await call(tool, args);
      assert.deepEqual([asked.length, code], [0, undefined], tool);
      assert.equal(entry.policy_match, `core__${tool} "*" allow (default)`);
    }
    const fresh = path.join(folder, 'b.txt');
    const write = await call('write', { path: fresh, content: 'x' }, refuse);
    assert.deepEqual([write.asked.length, write.code], [1, 'policy_denied']);
    assert.equal(await verdictOf('true'), 'ask');
  });

  it('decision 4: an effect that requires approval asks unless a rule of the user allows the call', async () => {
    const folder = await freshFolder('decision4');
    const write = (name: string) =>
      call('write', { path: path.join(folder, name), content: 'x' }, refuse);
    const allows = { write: [{ pattern: '*', action: 'allow' as const }] };
    await withUser({ defaultPermissions: allows }, async () => {
      const { asked } = await write('a.txt');
      assert.match(JSON.stringify(asked[0]?.details.reasons), /need an approval/);
    });
    await withUser({ permissions: allows }, async () => {
      const { asked, entry } = await write('b.txt');
      assert.deepEqual([asked.length, entry.approved_by], [0, 'auto']);
    });
    await withUser({ defaultPermissions: allows, requireApprovalForEffects: [] }, async () => {
      assert.equal((await write('c.txt')).asked.length, 0);
    });
  });

  it('decision 12: `dir/*` covers the whole tree, by any spelling of a path and by any link', async () => {
    const folder = await freshFolder('decision12');
    const deep = path.join(folder, 'private', 'deep');
    await mkdir(deep, { recursive: true });
    const file = await put(deep, 'a.txt', 'one\n');
    const link = path.join(folder, 'link.txt');
    await symlink(file, link);
    const relative = path.relative(await root(), folder);
    const deny = { pattern: `${relative}/private/*`, action: 'deny' as const };
    await withUser({ permissions: { '*': [deny] } }, async () => {
      for (const spelling of [file, link, `${folder}/private/../private/deep/a.txt`]) {
        assert.equal((await call('read', { path: spelling })).code, 'policy_denied', spelling);
        const write = await call('write', { path: spelling, content: 'x' });
        assert.equal(write.code, 'policy_denied', spelling);
      }
      const beside = await put(folder, 'b.txt', 'two\n');
      assert.equal((await call('read', { path: beside })).code, undefined);
    });
    assert.equal(await textOf(file), 'one\n');
  });

  it('decision 13: the deny list comes before the allow list, for reading, writing and listing', async () => {
    const folder = await freshFolder('decision13');
    for (const name of ['.env', 'id_rsa', 'a.pem']) {
      const file = await put(folder, name, 'TOKEN=1\n');
      for (const [tool, args] of [
        ['read', { path: file }],
        ['grep', { pattern: 'TOKEN', path: file }],
        ['write', { path: file, content: 'x' }],
        ['edit', { path: file, old_string: 'TOKEN', new_string: 'x' }],
      ] as const) {
        assert.equal((await call(tool, args)).code, 'policy_denied', `${tool} ${name}`);
      }
    }
    const listed = await call('list_directory', { path: folder });
    assert.equal(listed.outcome.text.includes('id_rsa'), false);
    await withUser({ 'file.allowRead': [`${folder}/**`] }, async () => {
      const plain = await put(folder, 'plain.txt', 'one\n');
      const elsewhere = await put(await freshFolder('other'), 'a.txt', 'one\n');
      assert.equal((await call('read', { path: plain })).code, undefined);
      assert.equal((await call('read', { path: elsewhere })).code, 'policy_denied');
      const env = await call('read', { path: path.join(folder, '.env') });
      assert.equal(env.code, 'policy_denied', 'deny runs before allow');
    });
  });

  describe('legacy lists', () => {
    const lists = {
      'shell.blockedCommands': ['rm -rf'],
      'shell.confirmPatterns': ['curl'],
    };

    it('decision 39: are converted while the user has no rules: blocked texts deny, all else asks', async () => {
      await withUser(lists, async () => {
        const denied = await explained('bash', { command: 'cd x && rm -rf .' });
        assert.equal(denied.verdict, 'deny');
        const rule = stepAt(denied, 'permission-rules')?.rule;
        assert.deepEqual([rule?.source, rule?.place], ['legacy', 'shell.blockedCommands[0]']);
        const asks = await explained('bash', { command: 'curl localhost' });
        assert.equal(stepAt(asks, 'permission-rules')?.rule?.place, 'shell.confirmPatterns[0]');
        const rest = await explained('bash', { command: 'ls' });
        assert.deepEqual(
          [rest.verdict, stepAt(rest, 'permission-rules')?.rule?.pattern],
          ['ask', '*'],
        );
      });
    });

    it('decision 39: are not converted once the user has rules; blocked commands stay denied', async () => {
      const permissions = { bash: [{ pattern: 'echo *', action: 'allow' as const }] };
      await withUser({ ...lists, permissions }, async () => {
        assert.equal(await verdictOf('rm -rf x'), 'deny');
        assert.equal(await verdictOf('echo rm -rf x'), 'allow');
        assert.equal(await verdictOf('git push'), 'ask', 'no rule matches');
      });
    });
  });

  const broken: Readonly<Record<string, readonly [unknown, string]>> = {
    'a match example that does not match': [
      { bash: [{ pattern: 'npm *', action: 'allow', match: ['npm test', 'yarn test'] }] },
      'bash[0].match[1]',
    ],
    'a notMatch example that matches': [
      { bash: [{ pattern: '*', action: 'allow', notMatch: ['rm x'] }] },
      'bash[0].notMatch[0]',
    ],
    'an unknown action': [{ bash: [{ pattern: '*', action: 'permit' }] }, 'bash[0].action'],
    'an unknown name': [{ Bash: [{ pattern: '*', action: 'allow' }] }, 'Bash'],
  };
  for (const [what, [permissions, place]] of Object.entries(broken)) {
    it(`003-permissions-5: rules with ${what} are refused as a whole, and every call asks`, async () => {
      await withAnything({ permissions }, async () => {
        const { settings } = await parts();
        const problems = settings.problems().map(({ key, path: at }) => `${key}: ${at}`);
        assert.deepEqual(problems, [`permissions: ${place}`]);
        assert.equal(await verdictOf('npm test'), 'ask');
        const { asked } = await call('list_directory', { path: '.' }, refuse);
        assert.equal(asked.length, 1, 'the shipped rules do not apply either');
      });
    });
  }

  it('decision 4: Explain reports a deny that an earlier rule hides', async () => {
    const permissions = {
      bash: [
        { pattern: '*', action: 'ask' as const },
        { pattern: 'rm *', action: 'deny' as const },
      ],
    };
    await withUser({ permissions }, async () => {
      const { verdict, shadowed } = await explained('bash', { command: 'rm x' });
      assert.equal(verdict, 'ask');
      assert.deepEqual(
        shadowed.map(({ rule }) => rule.place),
        ['permissions.bash[1]'],
      );
    });
  });

  it('003-permissions-9: "Always allow" offers the narrowest rules, and none for what runs anything', async () => {
    const offered = async (command: string) => {
      const { asked } = await call('bash', { command }, refuse);
      return asked[0]?.details.alwaysOffers.map(([rule]) => rule?.pattern);
    };
    assert.deepEqual(await offered('git status --short'), ['git status --short', 'git status *']);
    assert.deepEqual(await offered('npm run build'), ['npm run build']);
    assert.deepEqual(await offered('node build.js'), []);
    assert.deepEqual(await offered('npm run build > out.txt'), []);
    const file = path.join(await freshFolder('always'), 'a.txt');
    const { asked } = await call('write', { path: file, content: 'x' }, refuse);
    assert.deepEqual(
      asked[0]?.details.alwaysOffers.map(([rule]) => rule?.pattern),
      [file, `${path.dirname(file)}/*`],
    );
  });
});

describe('rules: grants', () => {
  const echo = { tool: 'bash', pattern: 'echo *' };

  /** The rules in the settings of user, workspace and folder. */
  function writtenRules(): readonly unknown[] {
    const found = vscode.workspace.getConfiguration('gatehouse').inspect('permissions');
    return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue];
  }
  const none = [undefined, undefined, undefined];

  it('003-permissions-8: a grant for a chat holds there alone, until the chat ends, and is no setting', async () => {
    const { grants, rules } = await parts();
    const session = freshSession();
    const folder = await freshFolder('grants');
    const write = (name: string, chat: string) =>
      call('write', { path: path.join(folder, name), content: 'x' }, { ...refuse, session: chat });
    const pattern = `${folder}/*`;
    assert.ok(
      (await grants.add({ kind: 'session', sessionId: session }, [{ tool: 'write', pattern }])).ok,
    );
    try {
      const granted = await write('a.txt', session);
      assert.deepEqual([granted.asked.length, granted.code], [0, undefined]);
      assert.equal(
        granted.entry.policy_match,
        `core__write ${JSON.stringify(pattern)} allow (session)`,
      );
      assert.equal((await write('b.txt', freshSession())).asked.length, 1);
      assert.deepEqual(writtenRules(), none);
      const listed = rules.list().find(({ rule }) => rule.pattern === pattern);
      assert.ok(listed);
      assert.deepEqual([listed.removable, listed.rule.source], ['grant', 'session']);
      assert.match(listed.rule.added ?? '', /^\d{4}-\d{2}-\d{2}$/);
    } finally {
      grants.endSession(session);
    }
    assert.equal((await write('c.txt', session)).asked.length, 1);
  });

  it('003-permissions-8: a grant for the workspace holds in each chat, until it is removed', async () => {
    const { grants, rules } = await parts();
    assert.ok((await grants.add({ kind: 'workspace' }, [echo])).ok);
    assert.equal(await verdictOf('echo one'), 'allow');
    assert.deepEqual(writtenRules(), none);
    const listed = rules.list().find(({ rule }) => rule.source === 'granted');
    assert.ok(listed);
    assert.ok((await rules.remove(listed)).ok);
    assert.equal(await verdictOf('echo one'), 'ask');
  });

  it('003-permissions-8: a grant for the user is a setting with a date, and can be removed', async () => {
    const { grants, rules } = await parts();
    assert.ok((await grants.add({ kind: 'user' }, [echo])).ok);
    try {
      assert.equal(await verdictOf('echo one'), 'allow');
      const listed = rules.list().find(({ rule }) => rule.source === 'user');
      assert.ok(listed);
      assert.equal(listed.removable, 'user-setting');
      assert.match(JSON.stringify(writtenRules()[0]), /"added":"\d{4}-\d{2}-\d{2}"/);
      assert.ok((await rules.remove(listed)).ok);
      assert.deepEqual(writtenRules(), none);
      assert.equal(await verdictOf('echo one'), 'ask');
    } finally {
      await withUser({ permissions: {} }, () => Promise.resolve());
    }
  });

  it('decision 4: no grant lifts a deny', async () => {
    const { grants } = await parts();
    const session = freshSession();
    const permissions = { bash: [{ pattern: 'echo secret*', action: 'deny' as const }] };
    await grants.add({ kind: 'session', sessionId: session }, [echo]);
    try {
      await withUser({ permissions }, async () => {
        assert.equal(await verdictOf('echo secret', session), 'deny');
        assert.equal(await verdictOf('echo one', session), 'allow');
      });
    } finally {
      grants.endSession(session);
    }
  });
});
