import type { Store } from '../../adapters/store/store';
import { systemClock, yieldToEventLoop } from '../../adapters/system/clock';
import { systemIds, systemRandom } from '../../adapters/system/random';
import { createPatterns } from '../../adapters/system/patterns';
import { bindGates } from '../../core/gates/catalog.gen';
import type { PipelineParts } from '../../core/pipeline/runtime/deps';
import type { BackgroundCommands, Terminals } from '../../core/ports/terminals';
import type { BoundCapabilities } from '../../core/ports/capabilities';
import type { Compaction } from '../../core/ports/compaction';
import type { Diagnostics } from '../../core/ports/diagnostics';
import type { OutputFilters } from '../../core/ports/output-filters';
import type { PolicySource, TrustLevels } from '../../core/ports/policy';
import type { ShellReader } from '../../core/ports/shell';
import type { Snapshots } from '../../core/ports/snapshots';
import { bindTools } from '../../core/tools/catalog.gen';
import { createAuthorization, noConnections } from '../policy/admission';
import type { Log } from '../window/log';
import type { HostSettings } from '../settings/create-settings';
import type { HostWorkspace } from '../workspace/workspace';
import type { FileAccess } from './file-access';

export interface PipelineSources extends FileAccess {
  readonly settings: HostSettings;
  readonly policy: PolicySource;
  readonly trust: TrustLevels;
  readonly store: Store;
  readonly terminals: Terminals;
  readonly background: BackgroundCommands;
  readonly compaction: Compaction;
  readonly diagnostics: Diagnostics;
  readonly snapshots: Snapshots;
  readonly shell: ShellReader;
  readonly filters: OutputFilters;
  readonly workspace: HostWorkspace;
  readonly log: Log;
}

/** Bytes kept of each stream of a command; the rest is cut from its middle and said so. */
const outputBytes = 1024 * 1024;

/**
 * Binds every tool and gate to its capabilities: all that the one runner is built from (INV-34).
 */
export function composePipelineParts(sources: PipelineSources): PipelineParts {
  const capabilities = composeCapabilities(sources);
  const { settings, store, policy, trust, workspace, log } = sources;
  return {
    tools: bindTools(capabilities),
    gates: bindGates(capabilities),
    access: {
      policy,
      trust,
      authorization: createAuthorization(workspace),
      connections: noConnections,
    },
    environment: { workspace, files: capabilities.files, shell: sources.shell },
    store: { audit: store.audit, overflow: store.overflow, snapshots: sources.snapshots },
    settings: {
      retry: () => ({
        maxAttempts: settings.get('retry.maxAttempts'),
        baseMs: settings.get('retry.baseMs'),
        maxMs: settings.get('retry.maxMs'),
        budgetSecs: settings.get('retry.budget'),
      }),
      secretWarnings: () => settings.get('filters.security.enabled'),
    },
    system: { clock: systemClock, ids: systemIds, random: systemRandom, yieldToEventLoop },
    report: (error) => {
      log.report(error);
    },
  };
}

function composeCapabilities(sources: PipelineSources): BoundCapabilities {
  const { settings, workspace, files, search } = sources;
  return {
    files,
    search,
    workspace,
    clock: systemClock,
    terminals: sources.terminals,
    background: sources.background,
    compaction: sources.compaction,
    diagnostics: sources.diagnostics,
    filters: sources.filters,
    overflow: sources.store.overflow,
    patterns: createPatterns(),
    shellLimits: {
      softMs: () => settings.get('shell.timeout') * 1000,
      hardMs: () => settings.get('shell.hardTimeout') * 1000,
      outputBytes: () => outputBytes,
    },
  };
}
