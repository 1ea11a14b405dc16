import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/base/sentence';
import type { CallPath } from '../../../../src/core/contracts/calls/call-paths';
import {
  policiesFor,
  type PolicyCall,
  type SuccessRecord,
} from '../../../../src/core/contracts/policy/tool-policy';
import { settings } from '../../../../src/core/contracts/settings/settings';
import { buildToolPolicies, plainDependencies } from '../../../../src/host/settings/tool-policies';
import { noPaths, ownToolsWith } from '../../fakes/gate-call';
import { createFakeSettings } from '../../fakes/settings';

const path: CallPath = {
  given: 'a.ts',
  resolved: {
    ok: true,
    value: { asked: '/repo/a.ts', real: '/repo/a.ts', exists: true, root: '/repo' },
  },
};

function call(name: string): PolicyCall {
  return {
    tool: { id: `core__${name}`, name, effect: 'state_change' },
    toolsWith: ownToolsWith,
    params: { path: 'a.ts' },
    paths: { ...noPaths, writes: [path], roots: ['/repo'] },
    stamps: new Map([['/repo/a.ts', 'now']]),
  };
}

function record(...done: readonly string[]): SuccessRecord {
  return {
    hasRun: (id) => done.includes(id),
    seen: (id) => (done.includes(id) ? 'now' : undefined),
  };
}

function policies(groups: unknown, profile: unknown = []) {
  const read = createFakeSettings({
    'toolPolicies.groups': groups,
    'toolPolicies.profile': profile,
  });
  assert.deepEqual(read.problems(), []);
  return buildToolPolicies({
    groups: read.get('toolPolicies.groups'),
    defaultGroups: settings['toolPolicies.groups'].default,
    profile: read.get('toolPolicies.profile'),
  });
}

/** The answers of all policies of a tool, undefined where one allows. */
function answers(
  all: ReturnType<typeof policies>,
  group: string | undefined,
  name: string,
  done: SuccessRecord,
) {
  return policiesFor(all, group).map((policy) => {
    const { allowed, reason } = policy.check(call(name), { record: done, own: undefined });
    return allowed || reason === undefined ? undefined : inEnglish(reason);
  });
}

const unread = "File 'a.ts' must be read before overwriting.";

describe('W17: policies of a group', () => {
  it('the filesystem group has read-before-write by default', () => {
    for (const groups of [undefined, {}, { shell: [] }]) {
      assert.deepEqual(answers(policies(groups), 'filesystem', 'write', record()), [unread]);
    }
  });

  it('`[]` turns them off', () => {
    assert.deepEqual(answers(policies({ filesystem: [] }), 'filesystem', 'write', record()), []);
  });

  it('a list replaces them', () => {
    const dependencies = { write: ['bash'] };
    const all = policies({ filesystem: [{ policy: 'sequential_dependency', dependencies }] });
    const reason = "Tool 'write' requires: bash";
    assert.deepEqual(answers(all, 'filesystem', 'write', record()), [reason]);
  });
});

describe('declared policies', () => {
  it('W2: those of the group come before those of the profile, and W3: a tool in no group has the latter', () => {
    const dependencies = { write: ['bash'] };
    const all = policies({}, [{ policy: 'sequential_dependency', dependencies }]);
    const missing = "Tool 'write' requires: bash";
    assert.deepEqual(answers(all, 'filesystem', 'write', record()), [unread, missing]);
    assert.deepEqual(answers(all, undefined, 'write', record()), [missing]);
  });

  it('W15: custom read and write tools replace the defaults, by any of their names', () => {
    const declaration = {
      policy: 'read_before_write',
      read_tools: ['grep'],
      write_tools: ['write_file'],
    };
    const all = policies({ filesystem: [declaration] });
    assert.deepEqual(answers(all, 'filesystem', 'write', record('core__read')), [unread]);
    assert.deepEqual(answers(all, 'filesystem', 'write', record('core__grep')), [undefined]);
    assert.deepEqual(answers(all, 'filesystem', 'edit', record()), [undefined]);
  });

  it('W8: dependencies hold by any name of a tool, and the refusal names what is known', () => {
    const dependencies = { edit_file: ['execute_bash'], core__edit: ['grep'] };
    const all = policies({}, [{ policy: 'sequential_dependency', dependencies }]);
    assert.deepEqual(answers(all, undefined, 'edit', record()), [
      "Tool 'edit' requires: bash, grep",
    ]);
    assert.deepEqual(answers(all, undefined, 'edit', record('core__bash', 'core__grep')), [
      undefined,
    ]);
  });

  it('joins what is declared for one tool under two names', () => {
    assert.deepEqual(plainDependencies({ shell: ['read'], bash: ['read_file', 'grep'] }), {
      bash: ['read', 'grep'],
    });
  });
});
