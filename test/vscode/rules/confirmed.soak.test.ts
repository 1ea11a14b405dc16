import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import { freshFolder, parts, put, textOf } from '../world';
import { call, freshSession } from './calls';
import { useModelChats } from './model-chat';
import { withUser } from './settings';
import { entering } from './watching';

/** The token of a write that the user edited to this content. */
async function approved(session: string, file: string, content: string): Promise<string> {
  const args = JSON.stringify({ path: file, content });
  const answer = () => ({ answer: 'edit' as const, args });
  const { outcome } = await call('write', { path: file, content: 'asked' }, { session, answer });
  assert.equal(outcome.status, 'cancelled');
  const { edited } = outcome;
  assert.equal(edited?.args, args);
  assert.ok(edited.token !== undefined);
  return edited.token;
}

describe('rules: the confirmed path', () => {
  const open = useModelChats();

  async function newFile(): Promise<string> {
    return path.join(await freshFolder('confirmed'), 'a.txt');
  }

  it('decision 19: a token runs exactly its call, once, without another prompt', async () => {
    const session = freshSession();
    const file = await newFile();
    const token = await approved(session, file, 'edited');
    const args = { path: file, content: 'edited' };
    const { asked, entry, code } = await call('write', args, { session, token });
    assert.deepEqual([asked.length, code, entry.approved_by], [0, undefined, 'user']);
    assert.equal(await textOf(file), 'edited');
    const again = await call('write', args, { session, token });
    assert.deepEqual([again.code, again.asked.length], ['policy_denied', 0]);
    assert.match(again.outcome.text, /already used/);
  });

  it('decision 19: a token is refused, and spent, for other arguments, another tool or chat', async () => {
    const session = freshSession();
    const file = await newFile();
    const args = { path: file, content: 'edited' };
    const misuses = [
      ['write', { ...args, content: 'more' }, session],
      ['write', args, freshSession()],
      ['edit', { path: file, old_string: 'a', new_string: 'b' }, session],
    ] as const;
    for (const [tool, others, chat] of misuses) {
      const token = await approved(session, file, 'edited');
      const misused = await call(tool, others, { session: chat, token });
      assert.equal(misused.code, 'policy_denied');
      const spent = await call('write', args, { session, token });
      assert.equal(spent.code, 'policy_denied');
    }
    assert.equal((await call('write', args, { session, token: 'forged' })).code, 'policy_denied');
    assert.equal(existsSync(file), false);
  });

  it('decision 19: a token is refused after the policy changed or the chat was reset', async () => {
    const { pipeline } = await parts();
    const session = freshSession();
    const file = await newFile();
    const args = { path: file, content: 'edited' };
    const before = await approved(session, file, 'edited');
    await withUser({ 'tools.timeout': 59 }, async () => {
      assert.equal((await call('write', args, { session, token: before })).code, 'policy_denied');
    });
    const kept = await approved(session, file, 'edited');
    pipeline.reset(session);
    assert.equal((await call('write', args, { session, token: kept })).code, 'policy_denied');
    assert.equal(existsSync(file), false);
  });

  it('decision 19: a tool policy still denies a confirmed call', async () => {
    const session = freshSession();
    const file = await newFile();
    const token = await approved(session, file, 'edited');
    await put(path.dirname(file), 'a.txt', 'by another');
    const { outcome } = await call('write', { path: file, content: 'edited' }, { session, token });
    assert.match(outcome.text, /must be read before/);
    assert.equal(await textOf(file), 'by another');
  });

  it('decision 19: a call that the user edits in the panel runs as edited, approved once', async () => {
    const { approvals } = await parts();
    const file = await newFile();
    const calls = [{ name: 'core__write', args: { path: file, content: 'asked' } }];
    const chat = await open({ calls }, { text: 'ok' });
    const entered = await entering(async () => {
      chat.begin('Write.');
      const { approvalId } = await chat.pending();
      const args = JSON.stringify({ path: file, content: 'edited' });
      assert.ok(approvals.pending.answer(approvalId, { answer: 'edit', args }));
      await chat.ended();
    });
    assert.equal(entered.length, 2);
    const lines = await chat.entries();
    assert.deepEqual(
      lines.map(({ result, approved_by }) => [result, approved_by]),
      [
        ['cancelled', 'none'],
        ['success', 'user'],
      ],
    );
    assert.equal(await textOf(file), 'edited');
  });

  it('decision 19: a second answer, or one after a stop, changes nothing', async () => {
    const { approvals } = await parts();
    const file = await newFile();
    const calls = [{ name: 'core__write', args: { path: file, content: 'one' } }];
    const chat = await open({ calls }, { text: 'ok' }, { calls });
    chat.begin('Write.');
    const first = await chat.pending();
    assert.equal(approvals.pending.answer(first.approvalId, { answer: 'allow' }), true);
    assert.equal(approvals.pending.answer(first.approvalId, { answer: 'deny' }), false);
    await chat.ended();
    assert.equal(await textOf(file), 'one');
    chat.begin('Again.');
    const second = await chat.pending();
    chat.stop();
    assert.equal(approvals.pending.answer(second.approvalId, { answer: 'allow' }), false);
    await chat.ended();
    const lines = await chat.entries();
    assert.deepEqual(
      lines.map(({ result, approved_by }) => [result, approved_by]),
      [
        ['success', 'user'],
        ['cancelled', 'none'],
      ],
    );
  });

  it('decision 19: a call is denied if its path leads to another file than the user was shown', async () => {
    const folder = await freshFolder('moved');
    const [shown, other] = [path.join(folder, 'shown.txt'), path.join(folder, 'other.txt')];
    const link = path.join(folder, 'link.txt');
    await symlink(shown, link);
    const answer = async () => {
      await rm(link);
      await symlink(other, link);
      return { answer: 'allow' as const };
    };
    const { code, outcome } = await call('write', { path: link, content: 'x' }, { answer });
    assert.equal(code, 'policy_denied');
    assert.match(outcome.text, /no longer leads/);
    assert.deepEqual([existsSync(shown), existsSync(other)], [false, false]);
  });
});
