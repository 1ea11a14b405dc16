import { readFile } from 'node:fs/promises';
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import type { PathGuard } from '../../../src/adapters/files/path-guard';
import { diskGlobs } from '../../../src/adapters/search/expand-glob';
import { LimitedSurvey } from '../../../src/adapters/search/limited-files';
import { Ripgrep } from '../../../src/adapters/search/ripgrep';
import { createShellReader } from '../../../src/adapters/shell/shell-reader';
import { systemClock } from '../../../src/adapters/system/clock';
import {
  bindGate,
  type BoundGate,
  type GateCall,
} from '../../../src/core/contracts/policy/define-gate';
import { defaultAskRead, defaultDenyRead } from '../../../src/core/contracts/policy/read-lists';
import { defaultBlockedCommands } from '../../../src/core/contracts/settings/defaults';
import type { Policy } from '../../../src/core/contracts/policy/policy';
import permissionRules from '../../../src/core/gates/permission-rules';
import shellBlocklist from '../../../src/core/gates/shell-blocklist';
import { resolveSubject } from '../../../src/core/pipeline/gate-input';
import { askGates } from '../../../src/core/pipeline/stages/gates';
import { openFiles, openWorkspace } from '../guarded-workspace';
import { ordinaryCommands } from '../../fixtures/shell/ordinary-commands';
import { installedRipgrep } from '../../unit/fakes/real-search';
import { fakeShellPolicy } from '../../unit/fakes/policy';
import { toolsWith } from '../../../src/core/contracts/tool-spec';
import { knownTools } from '../../../src/core/tools/known.gen';

export interface GateOptions {
  /** What is measured: our whole judgement, or the bare parse of the same texts. */
  readonly subject: 'gate' | 'parse';
  /** 0: ordinary commands in turn; else one chain of as many. */
  readonly chain: number;
  readonly folder: string;
  readonly runtimeWasm: string;
  readonly grammarWasm: string;
}

/** Called by child.mjs. */
export async function openSubject(options: GateOptions) {
  const texts = textsOf(options);
  const judge =
    options.subject === 'gate'
      ? openGate(options, allowed(ordinaryCommands.flatMap(({ allow }) => allow)))
      : await openParser(options);
  let count = 0;
  return {
    call: async () => {
      const text = texts[count % texts.length] ?? '';
      count += 1;
      await judge(text);
    },
    close: () => Promise.resolve(),
  };
}

/** More texts than the reader caches, so that each is parsed again. */
function textsOf({ chain, folder }: GateOptions): readonly string[] {
  if (chain === 0) {
    return ordinaryCommands.flatMap(({ commands }) =>
      commands.map((command) => command.replaceAll('%ROOT%', folder)),
    );
  }
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  return numbers.map((first) =>
    Array.from({ length: chain }, (_, index) => `echo ${String(first + index)}`).join(' && '),
  );
}

/** Reads and judges a command by the rules, as the product does. */
export function openGate(
  options: Pick<GateOptions, 'folder' | 'runtimeWasm' | 'grammarWasm'>,
  permissions: Policy['permissions'],
): (text: string) => Promise<void> {
  const guarded = openWorkspace(options.folder);
  const { workspace } = guarded;
  const files = openFiles(guarded);
  const report = (error: unknown): void => {
    throw error;
  };
  // What is measured is the processor's time: a machine that is busy refuses no command here.
  const clock = { monotonic: () => systemClock.monotonic() / 20 };
  const shell = createShellReader({ ...options, clock, report });
  const gates: readonly BoundGate[] = [
    bindGate(shellBlocklist, {}),
    bindGate(permissionRules, { workspace }),
  ];
  const limited = limitedBy(guarded.guard);
  const environment = { files, limited, globs: diskGlobs, shell, workspace };
  const policy = { ...benchPolicy, permissions };
  const { signal } = new AbortController();
  return async (command) => {
    const subject = { text: command, command, reads: [], writes: [] };
    const view = await resolveSubject(subject, environment, systemClock);
    if (view.reading?.state !== 'read') throw new Error('The command was not read.');
    await askGates(callOf({ subject, ...view, policy, signal }), {
      gates,
      system: { clock: systemClock },
    });
  };
}

/** As the product keeps it; nothing changes in the folder. */
function limitedBy(guard: PathGuard): LimitedSurvey {
  return new LimitedSurvey({
    ripgrep: new Ripgrep({ path: installedRipgrep, environment: {} }, 60_000),
    limitOf: (real) => guard.limitOf(real),
    lists: { deny: () => defaultDenyRead, ask: () => defaultAskRead, allow: () => [] },
    storage: () => [],
    watch: () => ({ dispose: () => undefined }),
  });
}

type Judged = Pick<GateCall, 'subject' | 'paths' | 'reading' | 'policy' | 'signal'>;

/** Written out, as the product does: copying an object would cost as much as a gate. */
function callOf({ subject, paths, reading, policy, signal }: Judged): GateCall {
  return {
    tool: bash,
    toolsWith: (trait) => toolsWith(knownTools, trait),
    subject,
    params: {},
    paths,
    reading,
    policy,
    trust: { level: 'trusted', setFor: 'source' },
    record: { hasRun: () => false, seen: () => undefined },
    recentOutcomes: [],
    exposure: nothingRead,
    userMessage: undefined,
    claimSource: undefined,
    digest: () => '',
    policyState: () => undefined,
    origin: 'model',
    phase: 'executor',
    context: { sessionId: 's', actorId: 'u', tenantId: 't' },
    signal,
  };
}

const nothingRead: GateCall['exposure'] = { urls: new Map() };

const bash: GateCall['tool'] = {
  ...{ id: 'core__bash', name: 'bash', group: 'shell', traits: [] },
  ...{ effect: 'state_change', provenance: 'private', egress: false },
};

function allowed(patterns: readonly string[]): Policy['permissions'] {
  return [...new Set(patterns)].map((pattern) => {
    return { tool: 'core__bash', pattern, action: 'allow', source: 'user' } as const;
  });
}

const benchPolicy: Policy = {
  version: 1,
  allowedTools: new Set(['core__bash']),
  approvalEffects: [],
  permissionLevel: 'rules',
  permissions: [],
  policyRules: [],
  protectedFiles: [],
  toolPolicies: { groups: new Map(), profile: [] },
  shell: fakeShellPolicy({ blocked: defaultBlockedCommands }),
  limits: { maxCallsPerSession: 0, timeoutMs: 0, overflowThreshold: 0, overflowMaxBytes: 0 },
};

/** The least that reading by a grammar can cost: its parse, and a walk over the tree. */
async function openParser(options: GateOptions): Promise<(text: string) => Promise<void>> {
  await Parser.init({
    wasmBinary: Uint8Array.from(await readFile(options.runtimeWasm)).buffer,
  });
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(options.grammarWasm)));
  return (text) => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error('The parser gave up.');
    if (countNodes(tree.walk()) === 0) throw new Error('The tree is empty.');
    tree.delete();
    return Promise.resolve();
  };
}

function countNodes(cursor: TreeCursor): number {
  let nodes = 1;
  if (cursor.gotoFirstChild()) {
    do nodes += countNodes(cursor);
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return nodes;
}
