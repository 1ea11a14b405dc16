import type { Compactions } from '../../adapters/system/compactions';
import { diskGlobs } from '../../adapters/search/expand-glob';
import type { Store } from '../../adapters/store/store';
import { systemClock, yieldToEventLoop } from '../../adapters/system/clock';
import { createPatterns } from '../../adapters/system/patterns';
import { systemDigest, systemIds, systemRandom } from '../../adapters/system/random';
import { createClientFiles } from '../../core/agent/acp/client-files';
import { createClientTerminals } from '../../core/agent/acp/client-terminals';
import { bindGates } from '../../core/gates/catalog.gen';
import { createRunner, type Pipeline } from '../../core/pipeline/runner';
import type { PipelineParts } from '../../core/pipeline/runtime/deps';
import { builtInTools } from '../../core/pipeline/runtime/tool-table';
import type { ClientRequest } from '../../core/ports/acp';
import type { BoundCapabilities } from '../../core/ports/capabilities';
import type { OverflowStore } from '../../core/ports/conversations';
import { toolSelectors } from '../../core/pipeline/catalog';
import { bindTools } from '../../core/tools/catalog.gen';
import { maxOutputBytes } from '../acp/client-terminals';
import { createAuthorization, noConnections } from '../policy/admission';
import type { Base } from './base';
import type { FileAccess } from './files';
import type { Runners } from './runners';
import type { McpParts } from './mcp-servers';
import type { WebParts } from './web';

export interface CallStores {
  readonly access: FileAccess;
  readonly store: Pick<Store, 'audit' | 'overflow'>;
  readonly compactions: Compactions;
  /** Stored outputs as tools read them. */
  readonly outputs: OverflowStore;
  /** Asks the client that the agent of these calls is connected to. */
  readonly request: ClientRequest;
  readonly web: WebParts;
  readonly mcp: McpParts;
}

export interface Calls {
  readonly pipeline: Pipeline;
  readonly pipelineParts: PipelineParts;
  /** One more pipeline of the same parts, with some of them replaced. */
  readonly makePipeline: (changed: Partial<PipelineParts>) => Pipeline;
  readonly web: WebParts;
  readonly mcp: McpParts;
}

export function composeCalls(base: Base, stores: CallStores, runners: Runners): Calls {
  const pipelineParts = composePipelineParts(base, stores, runners);
  const makePipeline = (changed: Partial<PipelineParts>): Pipeline =>
    createRunner({ ...pipelineParts, ...changed });
  return {
    pipeline: makePipeline({}),
    pipelineParts,
    makePipeline,
    web: stores.web,
    mcp: stores.mcp,
  };
}

/** Binds every tool and gate to its capabilities, for the one runner (INV-34). */
export function composePipelineParts(
  base: Base,
  stores: CallStores,
  runners: Runners,
): PipelineParts {
  const capabilities = composeCapabilities(base, stores, runners);
  const { settings, policy, workspace, log } = base;
  const { store } = stores;
  return {
    sources: [builtInTools(bindTools(capabilities)), stores.mcp.servers, stores.mcp.extensions],
    gates: bindGates(capabilities),
    access: {
      selectors: toolSelectors,
      policy: policy.source,
      trust: policy.trust,
      authorization: createAuthorization(workspace),
      connections: noConnections,
    },
    environment: {
      workspace,
      files: stores.access.files,
      limited: stores.access.limited,
      globs: diskGlobs,
      shell: runners.shell,
    },
    store: {
      ...{ audit: store.audit, overflow: store.overflow, snapshots: stores.access.snapshots },
      protectedFiles: stores.access.protectedFiles,
    },
    settings: {
      retry: () => ({
        maxAttempts: settings.get('retry.maxAttempts'),
        baseMs: settings.get('retry.baseMs'),
        maxMs: settings.get('retry.maxMs'),
        budgetSecs: settings.get('retry.budget'),
      }),
      secretWarnings: () => settings.get('filters.security.enabled'),
    },
    system: {
      clock: systemClock,
      digest: systemDigest,
      ids: systemIds,
      random: systemRandom,
      yieldToEventLoop,
    },
    report: log.report,
  };
}

function composeCapabilities(
  { settings, workspace, log }: Base,
  { access, outputs, compactions, request, web }: CallStores,
  { background, diagnostics, filters }: Runners,
): BoundCapabilities {
  return {
    files: access.files,
    textFiles: createClientFiles(request, workspace),
    search: access.search,
    workspace,
    clock: systemClock,
    terminals: createClientTerminals(request, log.report),
    background,
    compaction: compactions,
    diagnostics,
    filters,
    overflow: outputs,
    patterns: createPatterns(),
    ...{ web: web.web, webAddresses: web.webAddresses },
    shellLimits: {
      softMs: () => settings.get('shell.timeout') * 1000,
      hardMs: () => settings.get('shell.hardTimeout') * 1000,
      outputBytes: () => maxOutputBytes,
    },
  };
}
