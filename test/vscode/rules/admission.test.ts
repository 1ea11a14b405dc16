import * as assert from 'node:assert/strict';
import type { Policy } from '../../../src/core/contracts/policy/policy';
import type { Authorization } from '../../../src/core/ports/authorization';
import { createAuthorization } from '../../../src/host/policy/admission';
import * as vscode from 'vscode';
import { parts } from '../world';
import { call, freshSession, ownTools, pipelineWith } from './calls';
import { useModelChats } from './model-chat';
import { ofServer, probeTool } from './probe-tool';
import { withUser } from './settings';
import { boundTools, sourcesOf } from '../../unit/fakes/tool-source';

const nothingAllowed: Partial<Policy> = { allowedTools: new Set() };

describe('rules: tools available to a call', () => {
  const open = useModelChats();

  it('decision 57: a chat that is opened again has its trust levels; a new chat has none', async () => {
    const { trust, chats } = await parts();
    const chat = await open({ text: 'Hello.' });
    const { sessionId } = chat;
    await chat.say('Hello');
    await trust.set(sessionId, 'built-in', 'provisional');
    chats.close();
    trust.forget(sessionId);
    assert.equal(trust.setFor(sessionId, 'built-in'), 'trusted', 'this window knows nothing of it');
    const again = chats.restore('Again', sessionId);
    await chats.load(again, () => undefined);
    assert.equal(trust.setFor(sessionId, 'built-in'), 'provisional');
    assert.deepEqual(trust.list(freshSession()), []);
    chats.select(again.id);
    chats.close();
  });

  it('INV-20: an empty allowlist denies every tool; a call starts and ends once and does not run', async () => {
    const probe = probeTool('probe');
    const on = await pipelineWith({ probes: [probe.tool], policy: nothingAllowed });
    assert.deepEqual(on.catalog(), []);
    for (const { name } of on.tools()) {
      const { outcome, events, entry, asked } = await call(name, {}, { on });
      assert.equal(outcome.failure?.errorCode, 'policy_denied', name);
      assert.deepEqual(
        events.map((event) => (event.type === 'start' ? event.state : event.type)),
        ['refused', 'end'],
      );
      assert.deepEqual([entry.result, entry.error_code], ['denied', 'policy_denied']);
      assert.deepEqual(asked, []);
    }
    assert.equal(probe.runs(), 0);
  });

  it('INV-20: the settings allowedTools: [] and tools.enabled: false deny every tool', async () => {
    const { pipeline } = await parts();
    for (const user of [{ allowedTools: [] }, { 'tools.enabled': false }]) {
      await withUser(user, async () => {
        assert.deepEqual(pipeline.catalog(), []);
        assert.equal((await call('list_directory', { path: '.' })).code, 'policy_denied');
      });
    }
  });

  it("INV-21: a server's tool is off until it is allowed by its own id; its source starts untrusted", async () => {
    const own = probeTool('look');
    const tool = ofServer(own.tool, 'files');
    const writing = ofServer(probeTool('change', { effect: 'state_change' }).tool, 'files');
    const { makePipeline, pipelineParts } = await parts();
    const builtIn = boundTools(pipelineParts.sources);
    const on = makePipeline({ sources: sourcesOf([...builtIn, tool, writing]) });
    const offered = () => on.catalog().map(({ name }) => name);
    assert.equal(offered().includes(tool.id), false);
    assert.equal((await call(tool.id, {}, { on })).code, 'policy_denied');
    await withUser({ allowedTools: [tool.id, writing.id] }, () => {
      assert.deepEqual(offered(), [], 'allowedTools admits our own tools only');
      return Promise.resolve();
    });
    const digests = { look: '0'.repeat(64), change: '1'.repeat(64) };
    const allowed = { files: { level: 'untrusted', digests } } as const;
    await withUser({ 'mcp.allowedTools': allowed }, async () => {
      assert.deepEqual(
        offered().filter((name) => name.startsWith('mcp__')),
        [writing.id, tool.id].sort(),
      );
      const { asked, outcome } = await call(tool.id, {}, { on });
      assert.equal(asked.length, 1, 'a call that only reads asks');
      assert.equal(outcome.decision.trust, 'untrusted');
      assert.equal((await call(writing.id, {}, { on })).code, 'policy_denied');
    });
    assert.equal(own.runs(), 1);
  });

  it('INV-23: a run may use the tools it was given: unset means those of the policy, [] none', async () => {
    const { pipeline } = await parts();
    const all = ownTools(pipeline).map(({ name }) => name);
    const table = [
      { given: {}, has: all },
      { given: { allowedToolIds: [] }, has: [] },
      { given: { allowedToolIds: ['core__list_directory'] }, has: ['core__list_directory'] },
      { given: { allowedToolIds: ['core__nothing'] }, has: [] },
    ];
    for (const { given, has } of table) {
      const context = { sessionId: freshSession(), ...given };
      assert.deepEqual(
        pipeline.catalog(context).map(({ name }) => name),
        has,
      );
      const { code } = await call('list_directory', { path: '.' }, { context });
      const isGiven = has.includes('core__list_directory');
      assert.equal(code, isGiven ? undefined : 'policy_denied');
    }
  });

  it('INV-23: a run never gains a tool that the policy denies', async () => {
    await withUser({ allowedTools: ['read'] }, async () => {
      const context = { allowedToolIds: ['core__list_directory'] };
      const { code } = await call('list_directory', { path: '.' }, { context });
      assert.equal(code, 'policy_denied');
    });
  });

  const denying: Authorization = { check: () => ({ allowed: false, reason: 'Not you.' }) };
  const ports: Readonly<Record<string, readonly [Authorization, string]>> = {
    denies: [denying, 'authz_denied'],
    'denies asynchronously': [
      { check: () => Promise.resolve(denying.check(nobody)) },
      'authz_denied',
    ],
    throws: [
      {
        check: () => {
          throw new Error('no answer');
        },
      },
      'authz_unavailable',
    ],
    rejects: [{ check: () => Promise.reject(new Error('no answer')) }, 'authz_unavailable'],
  };
  for (const [what, [authorization, code]] of Object.entries(ports)) {
    it(`INV-F1: an authorization port that ${what} stops the call with ${code}`, async () => {
      const probe = probeTool('probe');
      const on = await pipelineWith({
        probes: [probe.tool],
        authorization,
        report: () => undefined,
      });
      const { outcome, entry, asked } = await call('probe', {}, { on });
      assert.equal(outcome.failure?.errorCode, code);
      assert.deepEqual([entry.result, entry.error_code], ['denied', code]);
      assert.deepEqual([probe.runs(), asked.length], [0, 0]);
    });
  }

  it('INV-F1: the authorization port is asked after the allowlist and before the arguments are read', async () => {
    let asked = 0;
    const authorization: Authorization = {
      check: (request) => {
        asked += 1;
        return denying.check(request);
      },
    };
    const on = await pipelineWith({ authorization });
    assert.equal((await call('read', { wrong: true }, { on })).code, 'authz_denied');
    assert.equal(asked, 1);
    const unlisted = await pipelineWith({ authorization, policy: nothingAllowed });
    assert.equal((await call('read', { path: 'a' }, { on: unlisted })).code, 'policy_denied');
    assert.equal(asked, 1);
  });

  it('INV-F1: the authorization port is asked again after the approval and may deny then', async () => {
    const probe = probeTool('probe');
    let isAllowed = true;
    const authorization: Authorization = {
      check: (request) => (isAllowed ? { allowed: true } : denying.check(request)),
    };
    const on = await pipelineWith({ probes: [probe.tool], authorization });
    const answer = () => {
      isAllowed = false;
      return { answer: 'allow' as const };
    };
    assert.equal((await call('probe', {}, { on, answer })).code, 'authz_denied');
    assert.equal(probe.runs(), 0);
  });

  it("INV-F1: the extension's authorization port allows calls in a trusted workspace", async () => {
    const { pipelineParts } = await parts();
    assert.equal(vscode.workspace.isTrusted, true);
    assert.deepEqual(await pipelineParts.access.authorization.check(nobody), { allowed: true });
  });

  it('decision 45: in an untrusted workspace every tool answers `authz_denied`', async () => {
    const authorization = createAuthorization({ isTrusted: () => false });
    const on = await pipelineWith({ authorization });
    for (const { name } of ownTools(on)) {
      const { outcome } = await call(name, {}, { on, origin: 'user' });
      assert.equal(outcome.failure?.errorCode, 'authz_denied', name);
      assert.match(outcome.text, /not trusted/);
    }
  });

  it('INV-F2: the host sets actor and subject of a call; without an actor it is refused', async () => {
    const heard: unknown[] = [];
    const authorization: Authorization = {
      check: ({ actorId, subjectId }) => {
        heard.push([actorId, subjectId]);
        return { allowed: true };
      },
    };
    const on = await pipelineWith({ authorization });
    // By hand: no agent works on behalf of another yet.
    const context = { actorId: 'agent:reviewer', subjectId: 'user:eve' };
    const { entry } = await call('list_directory', { path: '.' }, { on, context });
    assert.deepEqual(heard, [['agent:reviewer', 'user:eve']]);
    assert.deepEqual([entry.actor, entry.subject], ['agent:reviewer', 'user:eve']);
    const nameless = await call('list_directory', { path: '.' }, { on, context: { actorId: '' } });
    assert.equal(nameless.code, 'authz_unavailable');
  });
});

const nobody = {
  actorId: 'user:nobody',
  action: 'tool.execute',
  toolId: 'core__read',
  context: { sessionId: 's', actorId: 'user:nobody', tenantId: 't' },
} as const;
