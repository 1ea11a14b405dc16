import { limitedIn } from '../fakes/limited-files';
import { diskGlobs } from '../../../src/adapters/search/expand-glob';
import { yieldToEventLoop } from '../../../src/adapters/system/clock';
import { createPatterns } from '../../../src/adapters/system/patterns';
import { systemDigest, systemIds } from '../../../src/adapters/system/random';
import { auditEntrySchema, type AuditEntry } from '../../../src/core/contracts/audit/entry';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import type { RawCall, RunContext } from '../../../src/core/contracts/calls/call';
import type { CallEvent, CallOutcome } from '../../../src/core/contracts/calls/outcome';
import type { BoundGate } from '../../../src/core/contracts/policy/define-gate';
import type { Policy } from '../../../src/core/contracts/policy/policy';
import { succeed } from '../../../src/core/contracts/failure';
import type { TrustLevel } from '../../../src/core/contracts/tool-spec';
import { bindGates } from '../../../src/core/gates/catalog.gen';
import type {
  CallAccess,
  CallEnvironment,
  PipelineParts,
  ToolSelector,
} from '../../../src/core/pipeline/runtime/deps';
import { createRunner, type Pipeline } from '../../../src/core/pipeline/runner';
import type { ApprovalAnswer, ApprovalRequest } from '../../../src/core/ports/runner';
import type { BoundCapabilities } from '../../../src/core/ports/capabilities';
import { bindTools } from '../../../src/core/tools/catalog.gen';
import { createTextFiles } from '../fakes/agent-connection';
import { createFakeClock, type FakeClock } from '../fakes/clock';
import { noDiagnostics } from '../fakes/diagnostics';
import { noFilters } from '../fakes/filters';
import { noRetry } from '../fakes/retry';
import { noSnapshots, unwatchedFiles } from '../fakes/snapshots';
import { createFakePolicySource, type FakePolicySource } from '../fakes/policy';
import { createFakeWeb, openAddresses } from '../fakes/web';
import { realReader } from '../fakes/real-reader';
import { createFakeSearch } from '../fakes/search';
import { createTemporaryStore, type TemporaryStore } from '../fakes/temporary-store';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../fakes/temporary-workspace';
import { createCompactions } from '../../../src/adapters/system/compactions';
import { HostBackgroundCommands } from '../../../src/host/background/background-commands';
import { createFakeTerminals, type FakeTerminals } from '../fakes/terminals';
import { toolSelectors } from '../../../src/core/pipeline/catalog';
import type { TrustLevels } from '../../../src/core/ports/policy';
import type { ToolSource } from '../../../src/core/ports/tools';
import type { Web, WebAddresses } from '../../../src/core/ports/web';
import { sourcesOf } from '../fakes/tool-source';

export interface ProductOptions {
  readonly policy?: Partial<Policy>;
  readonly trust?: TrustLevel;
  /** Instead of one level for all. */
  readonly trustLevels?: TrustLevels;
  /** After the product's own. */
  readonly selectors?: readonly ToolSelector[];
  /** In addition to the product's own. */
  readonly sources?: readonly ToolSource[];
  /** In addition to the product's tools. */
  readonly extraTools?: readonly BoundTool[];
  /** Instead of the product's tools. */
  readonly tools?: (own: readonly BoundTool[]) => readonly BoundTool[];
  readonly gates?: (own: readonly BoundGate[]) => readonly BoundGate[];
  readonly authorization?: CallAccess['authorization'];
  readonly connections?: CallAccess['connections'];
  /** The user's answer; denies by default. */
  readonly answer?: (request: ApprovalRequest) => ApprovalAnswer | Promise<ApprovalAnswer>;
  readonly workspace?: TemporaryWorkspace;
  /** Instead of the product's reader. */
  readonly shell?: CallEnvironment['shell'];
  /** Instead of one that answers every request with one page. */
  readonly web?: Web;
  /** Instead of one that lets every address pass. */
  readonly webAddresses?: WebAddresses;
}

/** The product's tools, gates and store on a real folder; commands and searches are fakes. */
export interface Product {
  readonly pipeline: Pipeline;
  /** Another pipeline of the same parts, some of them replaced. */
  readonly makePipeline: (changed: Partial<PipelineParts>) => Pipeline;
  readonly sources: readonly ToolSource[];
  /** Those of the product's own source. */
  readonly tools: readonly BoundTool[];
  readonly gates: readonly BoundGate[];
  readonly workspace: TemporaryWorkspace;
  readonly store: TemporaryStore;
  readonly terminals: FakeTerminals;
  readonly clock: FakeClock;
  readonly policy: FakePolicySource;
  readonly events: readonly CallEvent[];
  readonly asked: readonly ApprovalRequest[];
  /** Errors that the pipeline reported. */
  readonly reported: readonly string[];
  /** The audit log on disk. */
  audit(): readonly AuditEntry[];
  call(tool: string, args: unknown, more?: CallMore): Promise<CallOutcome>;
  dispose(): Promise<void>;
}

export type CallMore = Partial<RawCall> & {
  readonly context?: Partial<RunContext>;
  readonly token?: string;
  readonly signal?: AbortSignal;
};

export const productContext: RunContext = {
  sessionId: 's1',
  actorId: 'user:test',
  tenantId: 'w',
};

/** Allows every call of every tool, and `echo` commands. */
export const openRules: Policy['permissions'] = [
  { tool: 'core__bash', pattern: 'echo *', action: 'allow', source: 'user' },
  { tool: '*', pattern: '*', action: 'allow', source: 'user' },
];

function webOf({ web = createFakeWeb(), webAddresses = openAddresses }: ProductOptions) {
  return { web, webAddresses };
}

export function createProduct(options: ProductOptions = {}): Product {
  const workspace = options.workspace ?? createTemporaryWorkspace();
  const store = createTemporaryStore();
  const { audit, overflow } = store.window();
  const clock = createFakeClock();
  const terminals = createFakeTerminals();
  const capabilities: BoundCapabilities = {
    clock,
    overflow,
    workspace,
    files: workspace.files,
    textFiles: createTextFiles({ files: workspace.files, workspace }),
    patterns: createPatterns(60_000),
    search: searchOf(workspace),
    shellLimits: { softMs: () => 1e6, hardMs: () => 1e6, outputBytes: () => 1e6 },
    terminals: endsAtOnce(terminals),
    background: new HostBackgroundCommands(clock),
    compaction: createCompactions(),
    diagnostics: noDiagnostics,
    filters: noFilters,
    ...webOf(options),
  };
  const ownTools = bindTools(capabilities);
  const tools = [...(options.tools?.(ownTools) ?? ownTools), ...(options.extraTools ?? [])];
  const sources = [...sourcesOf(tools), ...(options.sources ?? [])];
  const own = bindGates(capabilities);
  const gates = options.gates?.(own) ?? own;
  const policy = createFakePolicySource({
    allowedTools: new Set(tools.map(({ id }) => id)),
    permissions: openRules,
    ...options.policy,
  });
  const reported: string[] = [];
  const pipelineParts: PipelineParts = {
    sources,
    gates,
    access: {
      selectors: selectorsOf(options),
      policy,
      trust: trustOf(options),
      authorization: options.authorization ?? { check: () => ({ allowed: true }) },
      connections: options.connections ?? {
        grants: { allowedConnectionIds: () => [] },
        broker: { open: () => Promise.reject(new Error('No connection is open in this test.')) },
      },
    },
    environment: {
      workspace,
      files: workspace.files,
      limited: limitedIn(workspace.files),
      globs: diskGlobs,
      shell: options.shell ?? realReader,
    },
    store: { audit, overflow, snapshots: noSnapshots, protectedFiles: unwatchedFiles },
    settings: { retry: () => noRetry, secretWarnings: () => true },
    system: {
      clock,
      digest: systemDigest,
      ids: systemIds,
      random: { next: () => 0 },
      yieldToEventLoop,
    },
    report: (error) => void reported.push(String(error)),
  };
  const pipeline = createRunner(pipelineParts);
  const makePipeline: Product['makePipeline'] = (changed) =>
    createRunner({ ...pipelineParts, ...changed });
  const parts = {
    pipeline,
    makePipeline,
    sources,
    tools,
    gates,
    workspace,
    store,
    terminals,
    clock,
    policy,
    reported,
  };
  return { ...parts, ...runsOf(pipeline, options), ...endOf(parts) };
}

function selectorsOf({ selectors = [] }: ProductOptions): readonly ToolSelector[] {
  return [...toolSelectors, ...selectors];
}

function trustOf({ trust = 'trusted', trustLevels }: ProductOptions): TrustLevels {
  return trustLevels ?? { levelOf: () => ({ level: trust, setFor: 'source' }) };
}

type Ends = Pick<Product, 'workspace' | 'store'>;

function endOf({ workspace, store }: Ends): Pick<Product, 'audit' | 'dispose'> {
  return {
    audit: () =>
      (store.names().includes('audit.jsonl') ? store.read('audit.jsonl').toString() : '')
        .split('\n')
        .filter((line) => line !== '')
        .map(readEntry),
    dispose: async () => {
      await store.dispose();
      workspace.dispose();
    },
  };
}

function runsOf(
  pipeline: Pipeline,
  { answer = () => ({ answer: 'deny' }) }: ProductOptions,
): Pick<Product, 'events' | 'asked' | 'call'> {
  const events: CallEvent[] = [];
  const asked: ApprovalRequest[] = [];
  let count = 0;
  return {
    events,
    asked,
    call: (tool, args, { context, token, signal, ...more } = {}) => {
      count += 1;
      const toolCallId = `call_${String(count)}`;
      const base = { phase: 'executor', origin: 'model', attempt: 0 } as const;
      const raw: RawCall = { toolCallId, tool, args, ...base, ...more };
      const options = {
        context: { ...productContext, ...context },
        signal: signal ?? new AbortController().signal,
        onEvent: (event: CallEvent) => void events.push(event),
        approver: {
          ask: (request: ApprovalRequest) => {
            asked.push(request);
            return Promise.resolve(answer(request));
          },
        },
      };
      return token === undefined
        ? pipeline.run(raw, options)
        : pipeline.runConfirmed(raw, token, options);
    },
  };
}

/** One match in one file, so that every search tool has a result. */
function searchOf({ root }: TemporaryWorkspace) {
  const path = `${root}/a.txt`;
  return createFakeSearch({
    grep: succeed({
      matches: [{ path, line: 1, text: 'one', isContext: false }],
      cut: undefined,
      unsaved: [],
    }),
    find: succeed({ paths: [path], truncated: false, total: 1, unsaved: [] }),
  });
}

/** Commands print one line and succeed. */
export function endsAtOnce(terminals: FakeTerminals): FakeTerminals {
  return {
    ...terminals,
    create: async (request) => {
      const created = await terminals.create(request);
      const command = terminals.commands.at(-1);
      command?.write('stdout', 'one\n');
      command?.exit({ exitCode: 0, exitCodeKnown: true });
      return created;
    },
  };
}

function readEntry(line: string): AuditEntry {
  const entry: unknown = JSON.parse(line);
  return auditEntrySchema.parse(entry);
}
