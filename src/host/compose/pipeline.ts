import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { createGuardedFiles } from '../../adapters/files/guarded-files';
import { locateRipgrep } from '../../adapters/search/locate-ripgrep';
import { createSearch } from '../../adapters/search/search';
import type { Store } from '../../adapters/store/store';
import { systemClock } from '../../adapters/system/clock';
import { coreToolId } from '../../core/contracts/bind-tool';
import { bindGates } from '../../core/gates/catalog.gen';
import { createRunner, type Pipeline } from '../../core/pipeline/runner';
import type { Capabilities } from '../../core/ports/capabilities';
import type { RunPolicy } from '../../core/ports/run-policy';
import type { Terminals } from '../../core/ports/terminals';
import { bindTools } from '../../core/tools/catalog.gen';
import type { Grants } from '../grants/types';
import type { Log } from '../log';
import type { HostSettings } from '../settings/create-settings';
import type { HostWorkspace } from '../workspace';

export interface PipelineSources {
  readonly extensionPath: string;
  readonly settings: HostSettings;
  readonly grants: Grants;
  readonly store: Store;
  readonly terminals: Terminals;
  readonly workspace: HostWorkspace;
  readonly log: Log;
}

/** Bytes kept of each stream of a command; the rest is cut from its middle and said so. */
const outputBytes = 1024 * 1024;

/** Binds every tool and gate to its capabilities and builds the one runner. */
export function composePipeline(sources: PipelineSources): Pipeline {
  const capabilities = composeCapabilities(sources);
  const { store, settings, log } = sources;
  return createRunner({
    tools: bindTools(capabilities),
    gates: bindGates(capabilities),
    audit: store.audit,
    overflow: store.overflow,
    files: capabilities.files,
    clock: systemClock,
    policy: composePolicy(settings),
    permissions: sources.grants,
    workspace: sources.workspace,
    report: (error) => {
      log.report(error);
    },
  });
}

function composeCapabilities(sources: PipelineSources): Capabilities {
  const { settings, workspace } = sources;
  const log = (line: string): void => {
    sources.log.info(line);
  };
  const files = createGuardedFiles({
    workspace,
    denyRead: () => settings.get('file.denyRead'),
    allowRead: () => settings.get('file.allowRead'),
    log,
  });
  const search = createSearch({
    files,
    workspace,
    ripgrepPath: () => locateRipgrep(vscode.env.appRoot, process, existsSync),
    workerPath: path.join(sources.extensionPath, 'dist', 'search-worker.js'),
    log,
  });
  return {
    files,
    search,
    workspace,
    clock: systemClock,
    terminals: sources.terminals,
    overflow: sources.store.overflow,
    permissions: sources.grants,
    shellLimits: {
      softMs: () => settings.get('shell.timeout') * 1000,
      hardMs: () => settings.get('shell.hardTimeout') * 1000,
      outputBytes: () => outputBytes,
    },
  };
}

function composePolicy(settings: HostSettings): RunPolicy {
  return {
    allowedTools: () => settings.get('allowedTools').map(canonicalId),
    maxCallsPerSession: () => settings.get('tools.maxCallsPerSession'),
    timeoutMs: () => settings.get('tools.timeout') * 1000,
    overflowThreshold: () => settings.get('overflow.threshold'),
  };
}

/** Settings may say `bash` for `core__bash` (DESIGN decision 9). */
function canonicalId(name: string): string {
  return name.includes('__') ? name : coreToolId(name);
}
