import * as os from 'node:os';
import { parseReplayFile } from '../../adapters/llm/replay-file';
import { systemIds } from '../../adapters/system/random';
import type { PipelineParts } from '../../core/pipeline/runtime/deps';
import type { ReplayDeps } from '../../core/pipeline/replay';
import { readRecording } from '../replay/read-recording';
import type { Panel } from '../panel/panel';
import type { ShowText } from '../window/show-text';
import type { ReplayConversationDeps, SaveReplayDeps } from '../views/replay/replay-dialogs';
import type { HostWorkspace } from '../workspace/workspace';

export interface ReplaySources {
  readonly pipelineParts: Pick<PipelineParts, 'tools' | 'environment'>;
  readonly makePipeline: ReplayDeps['makePipeline'];
  readonly panel: Panel;
  readonly workspace: HostWorkspace;
  readonly actorId: string;
}

/** Saving the active chat as a recording, and comparing one with the policy of now. */
export function composeReplay(
  { pipelineParts, makePipeline, panel, workspace, actorId }: ReplaySources,
  showText: ShowText,
): SaveReplayDeps & ReplayConversationDeps {
  const { tools, environment } = pipelineParts;
  return {
    chat: () => {
      const { title, transcript } = panel.chats.active;
      return {
        title,
        items: transcript.items(),
        callOf: (itemId) => transcript.card(itemId)?.call,
      };
    },
    folder: () => workspace.roots()[0] ?? os.homedir(),
    // Parsed here, where zod is: views hold none.
    read: async (file) => {
      const text = await readRecording(file);
      return text.ok ? parseReplayFile(text.value, file) : text;
    },
    replay: { tools, files: environment.files, makePipeline },
    context: () => ({
      sessionId: `replay-${systemIds.uuid()}`,
      actorId,
      tenantId: workspace.key(),
    }),
    showText,
  };
}
