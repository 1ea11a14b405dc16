import * as vscode from 'vscode';
import type { BoundTool } from '../core/contracts/tools/bound-tool';
import type { PipelineParts } from '../core/pipeline/runtime/deps';
import type { Pipeline } from '../core/pipeline/runner';
import { withTimeout } from '../core/pipeline/runtime/async';
import { systemClock } from '../adapters/system/clock';
import type { RunningCommands } from './compose/background';
import { composeBase, type Base } from './compose/base';
import { composeCommands } from './compose/commands';
import { composeContext } from './compose/context';
import { composeExecution } from './compose/execution';
import { composeFileAccess, type FileAccess } from './compose/file-access';
import { composeModels, type Models } from './compose/models';
import { composePanel, type HostPanel } from './compose/panel';
import { composeRollBack } from './compose/snapshots';
import type { HostFilters } from './filters/create-host-filters';
import type { HostTerminals } from './terminals/command-terminals';

/** Milliseconds that closing waits for the ends of commands to be recorded. */
const closingMs = 2000;

/** The running extension. */
export interface Composition {
  /**
   * Empty for other extensions; the parts, only while VS Code runs tests (decision
   * no-approval-by-command).
   */
  readonly exports: Partial<Parts>;
  close(): Promise<void>;
}

/** What tests look at from the extension's entry. */
export interface Parts extends Base {
  readonly panel: HostPanel;
  readonly pipeline: Pipeline;
  /** What the pipeline is made of. */
  readonly pipelineParts: PipelineParts;
  /** One more pipeline of the same parts, with some of them replaced. */
  readonly makePipeline: (changed: Partial<PipelineParts>) => Pipeline;
  readonly terminals: HostTerminals;
  readonly running: RunningCommands;
  readonly models: Models;
  readonly access: FileAccess;
  readonly filters: HostFilters;
}

/** The one composition root: makes everything, starts nothing. */
export function compose(context: vscode.ExtensionContext): Composition {
  let tools: readonly BoundTool[] = [];
  const base = composeBase(context, () => tools);
  const models = composeModels({ ...base, secrets: context.secrets });
  const { extensionPath, extensionUri } = context;
  const { access, closeFiles } = composeFileAccess({ ...base, extensionPath });
  const added = composeContext({ ...base, ...access });
  const chatTitle = (sessionId: string): string | undefined => panel.chats.titleOf(sessionId);
  const execution = composeExecution({ ...base, ...access, extensionPath, chatTitle });
  const { terminals, running, snapshots, diagnostics, filters } = execution;
  const { pipelineParts, pipeline, makePipeline } = execution;
  ({ tools } = pipelineParts);
  // Rules without effect are reported at the start, not with the first call.
  base.policy.current();
  const explain = (itemId: string): unknown => commands.explainCall(itemId);
  const rollBack = composeRollBack({ pipeline, chats: () => panel.chats, log: base.log });
  const panel = composePanel({
    ...base,
    ...access,
    extensionUri,
    models,
    pipeline,
    terminals,
    running,
    ...added,
    workspaceState: context.workspaceState,
    explain,
    rollBack,
  });
  const parts = {
    ...base,
    panel,
    pipeline,
    pipelineParts,
    makePipeline,
    terminals,
    running,
    models,
    access,
    filters,
  };
  const commands = composeCommands({ ...parts, context });
  const owned = [
    ...commands.owned,
    panel,
    terminals,
    diagnostics,
    filters,
    models.http,
    ...added.contextOwned,
    ...base.owned,
  ];
  return {
    exports: context.extensionMode === vscode.ExtensionMode.Test ? parts : {},
    close: async () => {
      for (const each of owned) each.dispose();
      // What ran in the background has been killed with the terminals: its end is on record first.
      await withTimeout(pipeline.backgroundEnds(), closingMs, systemClock);
      await closeAll([snapshots, { close: closeFiles }, base.places, base.store]);
    },
  };
}

/** One after another: the store is the last, for the others may still write to it. */
async function closeAll(all: readonly { close(): Promise<unknown> }[]): Promise<void> {
  for (const each of all) await each.close();
}
