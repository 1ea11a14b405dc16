import { inEnglish } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { bindTool } from '../../../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../../../src/core/contracts/tools/bound-tool';
import { bindGate } from '../../../../../src/core/contracts/policy/define-gate';
import type { ToolPolicies } from '../../../../../src/core/contracts/policy/tool-policy';
import sequencePolicies from '../../../../../src/core/gates/sequence-policies';
import { readBeforeWrite } from '../../../../../src/core/gates/policies/read-before-write';
import { sequentialDependency } from '../../../../../src/core/gates/policies/sequential-dependency';
import edit from '../../../../../src/core/tools/edit';
import read from '../../../../../src/core/tools/read';
import write from '../../../../../src/core/tools/write';
import { gateCall } from '../../../fakes/gate-call';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../../fakes/temporary-workspace';
import { capabilitiesWith, runTool } from '../../tools/run-tool';

describe('tool policies on real files', () => {
  let ws: TemporaryWorkspace;
  let tools: Readonly<Record<'read' | 'write' | 'edit', BoundTool>>;
  let marks: Map<string, string>;
  let done: Set<string>;
  let policies: ToolPolicies;

  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
    const capabilities = capabilitiesWith({ files: ws.files, workspace: ws });
    tools = {
      read: bindTool(read, capabilities),
      write: bindTool(write, capabilities),
      edit: bindTool(edit, capabilities),
    };
    marks = new Map();
    done = new Set();
    policies = { groups: new Map([['filesystem', [readBeforeWrite()]]]), profile: [] };
  });
  afterEach(() => ws.dispose());

  /** The refusal of the gate, the failure of the tool, or `ok`; a success is remembered. */
  async function run(name: 'read' | 'write' | 'edit', args: object): Promise<string> {
    const tool = tools[name];
    const verdict = await ask(tool, args);
    if (verdict.verdict === 'deny') return inEnglish(verdict.reason);
    const ran = await runTool(tool, args);
    if (!ran.ok) return ran.failure.message;
    done.add(tool.id);
    for (const { real, stamp } of ran.seen) marks.set(`${tool.id} ${real}`, stamp);
    return 'ok';
  }

  async function ask(tool: BoundTool, args: object) {
    const prepared = tool.prepare(args);
    assert.ok(prepared.ok);
    const { subject } = prepared.value;
    const resolve = async (given: string) => ({ given, resolved: await ws.files.resolve(given) });
    const call = gateCall({
      tool,
      subject,
      params: { ...args },
      paths: {
        reads: await Promise.all(subject.reads.map(resolve)),
        writes: await Promise.all(subject.writes.map(resolve)),
      },
      record: {
        hasRun: (id) => done.has(id),
        seen: (id, real) => marks.get(`${id} ${real}`),
      },
      policy: { toolPolicies: policies },
    });
    return bindGate(sequencePolicies, { files: ws.files }).check(call);
  }

  const unread = (file: string) => `File '${file}' must be read before overwriting.`;
  const changed = (file: string) =>
    `File '${file}' has changed since it was read; read it again before overwriting.`;
  const toX = { old_string: 'one', new_string: 'x' };

  it('W11: new file, unread file, read, write', async () => {
    ws.put('ws/config.yaml', 'one');
    assert.equal(await run('write', { path: 'new.txt', content: 'x' }), 'ok');
    assert.equal(await run('write', { path: 'config.yaml', content: 'x' }), unread('config.yaml'));
    assert.equal(await run('edit', { path: 'config.yaml', ...toX }), unread('config.yaml'));
    assert.equal(await run('read', { path: 'config.yaml' }), 'ok');
    assert.equal(await run('edit', { path: 'config.yaml', ...toX }), 'ok');
    assert.equal(await run('write', { path: 'config.yaml', content: 'y' }), 'ok');
  });

  it('W12: read by a relative path or a link, write by the absolute path', async () => {
    const real = ws.put('ws/a.txt', 'one');
    symlinkSync('a.txt', path.join(ws.root, 'link'));
    assert.equal(await run('read', { path: 'link' }), 'ok');
    assert.equal(await run('write', { path: real, content: 'two' }), 'ok');
    assert.equal(await run('write', { path: './x/../link', content: 'three' }), 'ok');
  });

  it('W14: a read that failed does not unlock, a partial one does', async () => {
    ws.put('ws/a', 'one\ntwo\n');
    assert.match(await run('read', { path: 'a', offset: 9 }), /past the end/);
    assert.equal(await run('write', { path: 'a', content: 'x' }), unread('a'));
    assert.equal(await run('read', { path: 'a', offset: 2 }), 'ok');
    assert.equal(await run('write', { path: 'a', content: 'x' }), 'ok');
  });

  it('decision 44: changed by others since the read, and read again', async () => {
    ws.put('ws/a', 'one');
    assert.equal(await run('read', { path: 'a' }), 'ok');
    ws.put('ws/a', 'one more');
    assert.equal(await run('edit', { path: 'a', ...toX }), changed('a'));
    assert.equal(await run('write', { path: 'a', content: 'x' }), changed('a'));
    assert.equal(await run('read', { path: 'a' }), 'ok');
    assert.equal(await run('edit', { path: 'a', ...toX }), 'ok');
  });

  it('decision 44: removed and created again by others counts as changed', async () => {
    const file = ws.put('ws/a', 'one');
    assert.equal(await run('write', { path: 'b', content: 'mine' }), 'ok');
    assert.equal(await run('read', { path: 'a' }), 'ok');
    rmSync(file);
    ws.put('ws/a', 'theirs');
    ws.put('ws/b', 'theirs');
    assert.equal(await run('write', { path: 'a', content: 'x' }), changed('a'));
    assert.equal(await run('write', { path: 'b', content: 'x' }), changed('b'));
  });

  it('W16: both kinds on one tool: each must allow', async () => {
    ws.put('ws/a', 'one');
    ws.put('ws/b', 'two');
    policies = { ...policies, profile: [sequentialDependency({ write: ['edit'] })] };
    assert.equal(await run('write', { path: 'a', content: 'x' }), unread('a'));
    assert.equal(await run('read', { path: 'a' }), 'ok');
    assert.equal(await run('write', { path: 'a', content: 'x' }), "Tool 'write' requires: edit");
    assert.match(await run('edit', { path: 'a', old_string: 'zz', new_string: '' }), /not found/);
    assert.equal(await run('write', { path: 'a', content: 'x' }), "Tool 'write' requires: edit");
    assert.equal(await run('edit', { path: 'a', ...toX }), 'ok');
    assert.equal(await run('write', { path: 'a', content: 'y' }), 'ok');
    assert.equal(await run('write', { path: 'b', content: 'y' }), unread('b'));
  });

  it('W17: without policies nothing is held back', async () => {
    ws.put('ws/a', 'one');
    policies = { groups: new Map([['filesystem', []]]), profile: [] };
    assert.equal(await run('write', { path: 'a', content: 'x' }), 'ok');
  });
});
