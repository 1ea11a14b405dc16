import { say } from '../../../src/core/base/sentence';
import { mkdir, mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { loadSqlJs } from '../../../src/adapters/store/sql-js';
import { createStore, type Store } from '../../../src/adapters/store/store';
import { systemClock, yieldToEventLoop } from '../../../src/adapters/system/clock';
import { systemDigest, systemIds, systemRandom } from '../../../src/adapters/system/random';
import { createPatterns } from '../../../src/adapters/system/patterns';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import { coreToolId } from '../../../src/core/contracts/tool-spec';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import type { PermissionRule } from '../../../src/core/contracts/calls/decision';
import {
  defaultApprovalEffects,
  defaultBlockedCommands,
} from '../../../src/core/contracts/settings/defaults';
import { defineTool } from '../../../src/core/contracts/tools/define-tool';
import type { Policy } from '../../../src/core/contracts/policy/policy';
import { succeed } from '../../../src/core/contracts/failure';
import { bindGates } from '../../../src/core/gates/catalog.gen';
import { readBeforeWrite } from '../../../src/core/gates/policies/read-before-write';
import { createRunner } from '../../../src/core/pipeline/runner';
import type { BoundCapabilities, Capabilities } from '../../../src/core/ports/capabilities';
import type { Runner, CallOptions } from '../../../src/core/ports/runner';
import { HostBackgroundCommands } from '../../../src/host/background/background-commands';
import { createAuthorization, noConnections } from '../../../src/host/policy/admission';
import { argsOf, description, expectAnswer, sayRepeatedly, toolName } from './trivial-tool.mjs';
import { openFiles, openWorkspace } from '../guarded-workspace';
import { createFakeAuditKey } from '../../unit/fakes/audit-key';
import { noFilters } from '../../unit/fakes/filters';
import { fakeShellPolicy } from '../../unit/fakes/policy';
import { inProcessWorker } from '../../unit/fakes/in-process-worker';
import { limitsOf } from '../../unit/fakes/temporary-store';
import { toolSelectors } from '../../../src/core/pipeline/catalog';
import { sourcesOf } from '../../unit/fakes/tool-source';

export interface OurOptions {
  /** Where audit entries go: nowhere, as the rivals write none, or to the real store on disk. */
  readonly log: 'none' | 'journal';
  /** The text names a file, whose real path is found for the gates and again when the tool uses it. */
  readonly namesFile: boolean;
  /**
   * What such a call, or a flushed one, asks of the system, made bare after each plain one: two calls
   * of realpath, or one append with fdatasync.
   */
  readonly after?: 'realpaths' | 'append';
  readonly sqlJsWasm: string;
}

type Log = Pick<Store, 'audit' | 'overflow' | 'close'>;

/** Rules that are tried in vain before the one that allows: a user with many rules. */
const otherRules = 50;

/** The tool group that has a sequence policy by default. */
const group = 'filesystem';

/** Our pipeline with what the product binds to it, for the trivial tool. */
export async function openSubject(options: OurOptions) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-bench-')));
  if (options.namesFile || options.after === 'realpaths') await writeFiles(folder);
  const log = options.log === 'none' ? keepNothing() : openStore(folder, options.sqlJsWasm);
  const call = callsOf(createPipeline(folder, log, options));
  const after = options.after && (await openBare[options.after](folder));
  return {
    call: after === undefined ? call : () => call().then(after.call),
    close: async () => {
      await after?.close();
      await log.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Our pipeline with tools of others, whose entries are flushed; and the trivial call next to them. */
export async function openWith(tools: readonly BoundTool[], sqlJsWasm: string) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-bench-')));
  const log = openStore(folder, sqlJsWasm);
  const options = { log: 'journal', namesFile: false, sqlJsWasm } as const;
  const runner = createPipeline(folder, log, options, tools);
  let count = 0;
  return {
    trivial: callsOf(runner),
    call: (tool: string, args: object) => {
      count += 1;
      return runner.run({ ...madeByModel, toolCallId: `other_${String(count)}`, tool, args }, chat);
    },
    close: async () => {
      await log.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const chat: CallOptions = {
  context: { sessionId: 'chat', actorId: 'user:bench', tenantId: 'bench' },
  approver: { ask: unused },
  onEvent: () => undefined,
  signal: new AbortController().signal,
};
const madeByModel = { phase: 'executor', origin: 'model', attempt: 0 } as const;

/** Calls of one chat, one after another, as the agent makes them. */
function callsOf(runner: Runner): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    const args = argsOf(count);
    const outcome = await runner.run(
      {
        toolCallId: `call_${String(count)}`,
        tool: coreToolId(toolName),
        args: JSON.stringify(args),
        ...madeByModel,
      },
      chat,
    );
    expectAnswer(outcome.text, args);
  };
}

/** Length of an audit line of the trivial call. */
const lineBytes = 1270;

interface Bare {
  readonly call: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What these cost a program with work: in a loop of nothing else, threads wake sooner. */
const openBare = {
  realpaths: (folder: string): Bare => {
    let count = 0;
    return {
      call: async () => {
        count += 1;
        const file = path.join(folder, argsOf(count).text);
        await realpath(file);
        await realpath(file);
      },
      close: () => Promise.resolve(),
    };
  },
  append: async (folder: string): Promise<Bare> => {
    const handle = await open(path.join(folder, 'lines'), 'a');
    const line = Buffer.from(`${'x'.repeat(lineBytes - 1)}\n`);
    return {
      call: async () => {
        await handle.appendFile(line);
        await handle.datasync();
      },
      close: () => handle.close(),
    };
  },
};

/** As shipped. */
const retryLimits = { maxAttempts: 2, baseMs: 500, maxMs: 5000, budgetSecs: 30 };

function createPipeline(
  folder: string,
  log: Log,
  options: OurOptions,
  others: readonly BoundTool[] = [],
): Runner {
  const guarded = openWorkspace(folder);
  const { workspace } = guarded;
  const files = openFiles(guarded);
  const capabilities: BoundCapabilities = {
    files,
    textFiles: { read: unused, write: unused },
    workspace,
    clock: systemClock,
    overflow: log.overflow,
    patterns: createPatterns(),
    // For tools that are not here.
    search: { grep: unused, find: unused },
    terminals: { create: unused },
    background: new HostBackgroundCommands(systemClock),
    compaction: { compress: unused },
    diagnostics: { ofEditor: unused, ofCargo: unused, defaultMax: () => 50 },
    filters: noFilters,
    web: { get: unused, readable: unused, select: unused },
    webAddresses: { refusal: () => undefined, isProxied: () => false },
    shellLimits: { softMs: () => 0, hardMs: () => 0, outputBytes: () => 0 },
  };
  const tools = [sayTool(capabilities, options.namesFile), ...others];
  const policy = benchPolicy(tools.map(({ id }) => id));
  return createRunner({
    sources: sourcesOf(tools),
    gates: bindGates(capabilities),
    access: {
      selectors: toolSelectors,
      policy: { current: () => policy, onDidChange: () => ({ dispose: () => undefined }) },
      trust: { levelOf: () => ({ level: 'trusted', setFor: 'source' }) },
      authorization: createAuthorization(workspace),
      connections: noConnections,
    },
    // The shell is for tools that are not here.
    environment: {
      workspace,
      files,
      limited: { below: unused },
      globs: { expand: unused },
      shell: { read: unused },
    },
    store: {
      ...{ audit: log.audit, overflow: log.overflow },
      ...{ snapshots: { take: unused }, protectedFiles: { watch: unused } },
    },
    settings: { retry: () => retryLimits, secretWarnings: () => true },
    system: {
      clock: systemClock,
      digest: systemDigest,
      ids: systemIds,
      random: systemRandom,
      yieldToEventLoop,
    },
    report: (error) => {
      throw new Error('The pipeline met what it did not expect.', { cause: error });
    },
  });
}

function benchPolicy(tools: readonly string[]): Policy {
  const others = Array.from({ length: otherRules }, (_, index): PermissionRule => {
    return { tool: '*', pattern: `*/private-${String(index)}/*`, action: 'deny', source: 'user' };
  });
  return {
    version: 1,
    allowedTools: new Set(tools),
    permissionLevel: 'rules',
    approvalEffects: defaultApprovalEffects,
    permissions: [
      ...others,
      ...tools.map((tool) => ({ tool, pattern: '*', action: 'allow', source: 'user' }) as const),
    ],
    policyRules: [],
    protectedFiles: [],
    toolPolicies: { groups: new Map([[group, [readBeforeWrite()]]]), profile: [] },
    shell: fakeShellPolicy({ blocked: defaultBlockedCommands }),
    limits: {
      maxCallsPerSession: 0,
      timeoutMs: 120_000,
      overflowThreshold: 50_000,
      overflowMaxBytes: 0,
    },
  };
}

function sayTool(capabilities: BoundCapabilities, namesFile: boolean): BoundTool {
  const definition = defineTool<Capabilities>()({
    name: toolName,
    group,
    title: say`Say`,
    description: description.tool,
    effect: 'read_only',
    kind: 'read',
    input: z.strictObject({
      text: z.string().describe(description.text),
      times: z.int().min(1).max(9).describe(description.times),
    }),
    output: z.object({ said: z.string() }),
    redact: ['said'],
    cacheable: false,
    needs: [],
    subject: ({ text }) => ({ text, reads: namesFile ? [text] : [], writes: [] }),
    label: ({ text }) => text,
    run: async (args) => {
      // As the guard does before a tool gets at a file.
      const used = namesFile ? await capabilities.files.resolve(args.text) : undefined;
      return used?.ok === false ? used : succeed({ said: sayRepeatedly(args) });
    },
    toModel: ({ said = '' }) => said,
  });
  return bindTool(definition, capabilities);
}

function keepNothing(): Log {
  return {
    audit: { append: () => Promise.resolve(succeed(undefined)) },
    overflow: { put: unused, read: unused },
    close: () => Promise.resolve(),
  };
}

function openStore(folder: string, sqlJsWasm: string): Log {
  return createStore({
    folder: path.join(folder, 'storage'),
    clock: systemClock,
    ids: systemIds,
    log: () => undefined,
    openWorker: inProcessWorker(() => loadSqlJs(sqlJsWasm)),
    auditKey: createFakeAuditKey(),
    limits: limitsOf(),
  });
}

async function writeFiles(folder: string): Promise<void> {
  for (let count = 0; count < 1000; count += 1) {
    const file = path.join(folder, argsOf(count).text);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
  }
}

function unused(): Promise<never> {
  return Promise.reject(new Error('The bench calls no tool that needs this.'));
}
