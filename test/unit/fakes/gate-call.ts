import { told } from './told';
import type { Shown } from '../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { resolveAgainst } from '../../../src/core/base/paths';
import type { CallPath, CallPaths } from '../../../src/core/contracts/calls/call-paths';
import type { CallSubject } from '../../../src/core/contracts/calls/call';
import {
  bindGate,
  type BoundGate,
  type GateCall,
  type GateDefinition,
  type GateSlot,
  type GateTool,
} from '../../../src/core/contracts/policy/define-gate';
import type { Verdict } from '../../../src/core/contracts/calls/decision';
import { failure, fail, succeed } from '../../../src/core/contracts/failure';
import type { Policy } from '../../../src/core/contracts/policy/policy';
import type { SuccessRecord } from '../../../src/core/contracts/policy/tool-policy';
import type { Workspace } from '../../../src/core/ports/workspace';
import { fakePolicy } from './policy';
import { plainReading } from './shell-reading';
import { toolsWith, type ToolTrait } from '../../../src/core/contracts/tool-spec';
import { knownTools } from '../../../src/core/tools/known.gen';

export interface GateCallOptions extends Partial<
  Omit<GateCall, 'tool' | 'subject' | 'paths' | 'policy'>
> {
  readonly tool?: Partial<GateTool>;
  /** Paths and folder of the call follow from it unless `paths` is set. */
  readonly subject?: Partial<CallSubject>;
  readonly paths?: Partial<CallPaths>;
  readonly policy?: Partial<Policy>;
}

/** A call as gates see it: of `core__bash` by the model, below `/w`, under an empty policy. */
export function gateCall(options: GateCallOptions = {}): GateCall {
  const { tool, subject, paths, policy, ...others } = options;
  const name = tool?.name ?? 'bash';
  const asked = { text: subject?.command ?? '', reads: [], writes: [], ...subject };
  return {
    toolsWith: ownToolsWith,
    params: {},
    digest: () => 'digest',
    trust: { level: 'trusted', setFor: 'source' },
    record: emptyRecord,
    recentOutcomes: [],
    exposure: { urls: new Map() },
    userMessage: undefined,
    claimSource: undefined,
    policyState: () => undefined,
    origin: 'model',
    phase: 'executor',
    context: { sessionId: 's', actorId: 'u', tenantId: 't' },
    signal: new AbortController().signal,
    reading: asked.command === undefined ? undefined : plainReading(asked.command),
    ...others,
    tool: {
      id: `core__${name}`,
      name,
      effect: 'state_change',
      group: undefined,
      traits: [],
      provenance: undefined,
      egress: false,
      ...tool,
    },
    subject: asked,
    paths: {
      ...noPaths,
      reads: asked.reads.map((given) => callPath(given)),
      writes: asked.writes.map((given) => callPath(given)),
      removes: (asked.removes ?? []).map((given) => callPath(given)),
      cwd: asked.command === undefined ? undefined : callPath(asked.cwd ?? '/w'),
      roots: ['/w'],
      ...paths,
    },
    policy: fakePolicy(policy),
  };
}

/** A gate that a test binds as the product binds its own. */
export function boundGate<S extends GateSlot>(
  definition: Omit<GateDefinition<object, never, S>, 'name' | 'needs'> & { readonly name?: string },
): BoundGate {
  return bindGate({ name: definition.slot, needs: [], ...definition }, {});
}

/** The traits of the shipped tools. */
export function ownToolsWith(trait: ToolTrait): readonly string[] {
  return toolsWith(knownTools, trait);
}

/** The paths of a call that names none. */
export const noPaths: CallPaths = {
  reads: [],
  writes: [],
  removes: [],
  below: [],
  isBelowKnown: true,
  cwd: undefined,
  named: [],
  roots: [],
};

/** An existing path below `/w` that is its own real path unless `real` is set. */
export function callPath(
  given: string,
  { real, exists = true, root = '/w' }: PathOptions = {},
): CallPath {
  const asked = resolveAgainst(root, given, '/');
  return { given, resolved: succeed({ asked, real: real ?? asked, exists, root }) };
}

interface PathOptions {
  readonly real?: string;
  readonly exists?: boolean;
  readonly root?: string;
}

/** A path that no tool may access. */
export function refusedPath(given: string): CallPath {
  return { given, resolved: fail(failure('policy_denied', `Not yours: ${given}`)) };
}

const emptyRecord: SuccessRecord = { hasRun: () => false, seen: () => undefined };

/** A workspace with `/w` open, on a case-sensitive machine by default. */
export function fakeWorkspace(caseSensitive = true): Workspace {
  return {
    roots: () => ['/w'],
    ownFolders: () => [],
    storageFolders: () => [],
    isTrusted: () => true,
    caseSensitive: () => caseSensitive,
    separator: () => '/',
  };
}

/** The verdict of a synchronous gate, in English. */
export function askAtOnce(gate: BoundGate, call: GateCall): Shown<Verdict> {
  return told(verdictAtOnce(gate, call));
}

export function verdictAtOnce(gate: BoundGate, call: GateCall): Verdict {
  const verdict = gate.check(call);
  assert.ok(!(verdict instanceof Promise), `${gate.name} answers at once`);
  return verdict;
}
