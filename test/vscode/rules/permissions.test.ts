import * as assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { freshFolder, parts, put, root, textOf } from '../world';
import { call, freshSession, type CallMore } from './calls';
import { explained, stepAt, verdictOf } from './explained';
import { underUser, withAnything, withUser } from './settings';

const refuse: CallMore = { answer: () => ({ answer: 'deny' }) };

describe('rules: permissions', () => {
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

    it('decision 4: the first rule that matches decides; without one the user is asked', async () => {
      assert.equal(await verdictOf('echo one'), 'allow');
      assert.equal(await verdictOf('git push origin'), 'deny');
      assert.equal(await verdictOf('npm test'), 'ask');
      assert.equal(await verdictOf('npm audit'), 'ask', 'the rule before it matches first');
      assert.equal(await verdictOf('ls'), 'ask');
      const { asked, code } = await call('bash', { command: 'npm audit' }, refuse);
      assert.deepEqual([asked.length, code], [1, 'policy_denied']);
    });

    it('decision 5: each part of a compound command is judged, and the strictest verdict wins', async () => {
      assert.equal(await verdictOf('echo one && git push origin'), 'deny');
      assert.equal(await verdictOf('echo one; npm test'), 'ask');
      assert.equal(await verdictOf('echo one | grep one'), 'ask');
      assert.equal(await verdictOf('(cd src && git push origin)'), 'deny');
      assert.equal(await verdictOf('echo one && echo two 2>&1'), 'allow');
      assert.equal(await verdictOf('echo $HOME'), 'ask', 'what it says is not known');
      assert.equal(await verdictOf('echo $(ls)'), 'deny', 'a substitution is blocked');
    });

    it('decision 12: case is ignored, except for the program of an allow rule', async () => {
      const { workspace } = await parts();
      assert.equal(await verdictOf('GIT PUSH origin'), 'deny');
      assert.equal(await verdictOf('ECHO one'), workspace.caseSensitive() ? 'ask' : 'allow');
    });

    it('decision 4: a denied command neither asks nor runs, and the log names its rule', async () => {
      const { asked, entry, code } = await call('bash', { command: 'git push origin' });
      assert.deepEqual([asked.length, code, entry.result], [0, 'policy_denied', 'denied']);
      assert.equal(entry.policy_match, 'core__bash "git push *" deny (user)');
    });
  });

  it('decision 6: by default reading in the workspace needs no prompt, and everything else asks', async () => {
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

  it('decision 4: only a rule of the user replaces an approval, not a shipped one', async () => {
    const folder = await freshFolder('decision4');
    const write = (name: string) =>
      call('write', { path: path.join(folder, name), content: 'x' }, refuse);
    const allows = { write: [{ pattern: '*', action: 'allow' as const }] };
    await withUser({ defaultPermissions: allows }, async () => {
      const { asked } = await write('a.txt');
      assert.match(asked[0]?.details.reasons.join() ?? '', /need an approval/);
    });
    await withUser({ permissions: allows }, async () => {
      const { asked, entry } = await write('b.txt');
      assert.deepEqual([asked.length, entry.approved_by], [0, 'auto']);
    });
    await withUser({ defaultPermissions: allows, requireApprovalForEffects: [] }, async () => {
      assert.equal((await write('c.txt')).asked.length, 0);
    });
  });

  it('decision 12: a rule for a folder applies to everything in it, by any path', async () => {
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

  it('decision 13: files on the deny list are neither read nor named; the deny comes first', async () => {
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

  describe('converted from legacy lists', () => {
    const lists = {
      'shell.blockedCommands': ['rm -rf'],
      'shell.confirmPatterns': ['curl'],
    };

    it('decision 39: apply while the user has no rule: blocked texts deny, everything else asks', async () => {
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

    it('decision 39: are ignored once the user has a rule, except for what they block', async () => {
      const permissions = { bash: [{ pattern: 'echo *', action: 'allow' as const }] };
      await withUser({ ...lists, permissions }, async () => {
        assert.equal(await verdictOf('rm -rf x'), 'deny');
        assert.equal(await verdictOf('echo rm -rf x'), 'allow');
        assert.equal(await verdictOf('git push'), 'ask', 'no rule matches');
      });
    });
  });

  const broken: Readonly<Record<string, readonly [unknown, string]>> = {
    'an example that does not match': [
      { bash: [{ pattern: 'npm *', action: 'allow', match: ['npm test', 'yarn test'] }] },
      'bash[0].match[1]',
    ],
    'a counter-example that matches': [
      { bash: [{ pattern: '*', action: 'allow', notMatch: ['rm x'] }] },
      'bash[0].notMatch[0]',
    ],
    'an unknown action': [{ bash: [{ pattern: '*', action: 'permit' }] }, 'bash[0].action'],
    'an unknown name': [{ Bash: [{ pattern: '*', action: 'allow' }] }, 'Bash'],
  };
  for (const [what, [permissions, place]] of Object.entries(broken)) {
    it(`003-permissions-5: rules with ${what} are all rejected, the place is named, and every call asks`, async () => {
      await withAnything({ permissions }, async () => {
        const { settings } = await parts();
        const problems = settings.problems().map(({ key, path: at }) => `${key}: ${at}`);
        assert.deepEqual(problems, [`permissions: ${place}`]);
        assert.equal(await verdictOf('npm test'), 'ask');
        const { asked } = await call('list_directory', { path: '.' }, refuse);
        assert.equal(asked.length, 1, 'the shipped rules go with them');
      });
    });
  }

  it('decision 4: Explain names a deny rule that an earlier rule shadows', async () => {
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

  it('003-permissions-9: "Always allow" offers the exact command, then program and verb; no rule for programs that run others', async () => {
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

  /** What user, workspace and folder settings hold of rules. */
  function writtenRules(): readonly unknown[] {
    const found = vscode.workspace.getConfiguration('gatehouse').inspect('permissions');
    return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue];
  }
  const none = [undefined, undefined, undefined];

  it('003-permissions-8: a grant to a chat applies there only, until the chat ends, and is not a setting', async () => {
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

  it('003-permissions-8: a grant to the workspace applies to every chat, is not a setting, and can be revoked', async () => {
    const { grants, rules } = await parts();
    assert.ok((await grants.add({ kind: 'workspace' }, [echo])).ok);
    assert.equal(await verdictOf('echo one'), 'allow');
    assert.deepEqual(writtenRules(), none);
    const listed = rules.list().find(({ rule }) => rule.source === 'granted');
    assert.ok(listed);
    assert.ok((await rules.remove(listed)).ok);
    assert.equal(await verdictOf('echo one'), 'ask');
  });

  it('003-permissions-8: a grant to the user is a setting with its date, and is revoked there', async () => {
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

  it('decision 4: no grant overrides a deny', async () => {
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
