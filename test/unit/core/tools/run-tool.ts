import assert from 'node:assert/strict';
import type { FilterReport } from '../../../../src/core/contracts/filter-rule';
import type { BoundTool, OutputFields } from '../../../../src/core/contracts/tools/bound-tool';
import type { CompactionReport } from '../../../../src/core/contracts/chats/conversation';
import { failure, type Failure, fail } from '../../../../src/core/contracts/failure';
import type { Presentation } from '../../../../src/core/contracts/calls/outcome';
import type { BackgroundCommands } from '../../../../src/core/ports/terminals';
import type { Capabilities } from '../../../../src/core/ports/capabilities';
import type { Workspace } from '../../../../src/core/ports/workspace';
import type { Files } from '../../../../src/core/ports/files';
import { createTextFiles } from '../../fakes/agent-connection';
import { createFakeClock } from '../../fakes/clock';
import type { SeenFile } from '../../../../src/core/contracts/tools/define-tool';
import { noDiagnostics } from '../../fakes/diagnostics';
import { noFilters } from '../../fakes/filters';
import { createFakeFiles } from '../../fakes/files';
import { createFakeSearch } from '../../fakes/search';
import { createFakeWeb, openAddresses } from '../../fakes/web';

/** A finished run as the pipeline would carry it on. */
export type ToolRun =
  | { readonly ok: false; readonly failure: Failure }
  | {
      readonly ok: true;
      readonly output: OutputFields;
      /** What the model reads. */
      readonly text: string;
      readonly exhibit: Presentation;
      /** Files whose content the chat knows from now on. */
      readonly seen: readonly SeenFile[];
      readonly filter: FilterReport | undefined;
    };

/** Runs a bound tool: schema, run, output schema, allowlist, texts. */
export async function runTool(
  tool: BoundTool,
  args: unknown,
  signal = new AbortController().signal,
): Promise<ToolRun> {
  const prepared = tool.prepare(args);
  if (!prepared.ok) return prepared;
  const context = {
    toolCallId: 'c1',
    sessionId: 's1',
    signal,
    progress: () => undefined,
    slices: { get: () => undefined, set: () => undefined },
    mayContinue: true,
  };
  const ran = await prepared.value.exec(context);
  if (!ran.ok) return { ok: false, failure: ran.failure };
  const checked = tool.validateOutput(ran.value);
  assert.ok(checked.ok, 'the tool answered what its own schema refuses');
  const output = tool.allowlist(checked.value);
  const { seen = [], filter } = ran;
  const shown = { text: tool.toModel(output), exhibit: tool.present(output) };
  return { ok: true, output, ...shown, seen, filter };
}

/** The text for the model, or `code: message`. */
export async function textOf(tool: BoundTool, args: unknown): Promise<string> {
  const run = await runTool(tool, args);
  return run.ok ? run.text : `${run.failure.errorCode}: ${run.failure.message}`;
}

/** `/ws` is open, on a machine where case counts. */
const fakeWorkspace: Workspace = {
  roots: () => ['/ws'],
  isTrusted: () => true,
  ownFolders: () => [],
  storageFolders: () => [],
  caseSensitive: () => true,
  separator: () => '/',
};

/** A chat with nothing in the background, and room for no command. */
const noBackground: BackgroundCommands = {
  hasRoom: () => false,
  add: () => undefined,
  list: () => [],
  takeEnded: () => [],
};

/** What a compression of a conversation may have done. */
export const someCompaction: CompactionReport = {
  method: 'autonomous',
  removedMessages: 12,
  tokensBefore: 9_000,
  tokensAfter: 700,
  model: 'openai/small',
};

/** All capabilities: those given, and fakes that do nothing of use. */
export function capabilitiesWith(
  some: Partial<Capabilities> & { readonly files?: Files },
): Omit<Capabilities, 'auth'> {
  const { files = createFakeFiles(), workspace = fakeWorkspace } = some;
  const no = fail(failure('unavailable', 'Not in this test.'));
  const absent = () => Promise.resolve(no);
  return {
    clock: createFakeClock(),
    files,
    textFiles: createTextFiles({ files, workspace }),
    search: createFakeSearch(),
    terminals: { create: absent },
    background: noBackground,
    compaction: { compress: absent },
    diagnostics: noDiagnostics,
    overflow: { put: absent, read: absent },
    workspace,
    shellLimits: { softMs: () => 0, hardMs: () => 0, outputBytes: () => 0 },
    patterns: { search: () => no },
    filters: noFilters,
    web: createFakeWeb(),
    webAddresses: openAddresses,
    ...some,
  };
}
