import {
  metaOf,
  readFileAnswer,
  readFileAsk,
  readMeta,
  writeFileAnswer,
  writeFileAsk,
} from '../../contracts/chats/acp-client';
import { resolveAgainst } from '../../base/paths';
import { fail, failure, succeed, type Result } from '../../contracts/failure';
import type { ClientRequest } from '../../ports/acp';
import type { TextFiles } from '../../ports/text-files';
import type { Workspace } from '../../ports/workspace';
import { answerOf } from './client-terminals';

/** The text files of the client, by ACP's requests (decision acp-client). */
export function createClientFiles(
  request: ClientRequest,
  workspace: Pick<Workspace, 'roots' | 'separator'>,
): TextFiles {
  /** ACP's paths are absolute; one that has no root is refused there. */
  const absolute = (path: string): string => {
    const [root] = workspace.roots();
    return root === undefined ? path : resolveAgainst(root, path, workspace.separator());
  };
  return {
    read: async (path, { sessionId, maxBytes, signal }) => {
      const asked = { sessionId, path: absolute(path), ...metaOf(readFileAsk, { maxBytes }) };
      const answer = await answerOf(request('fs/read_text_file', asked, signal));
      if (!answer.ok) return answer;
      const file = readMeta(readFileAnswer, answer.value);
      if (file === undefined) return unknownClient('read');
      const { head = '', text, ...known } = file;
      return succeed({
        ...known,
        head: Uint8Array.from(head, (byte) => byte.charCodeAt(0)),
        text: text && { ...text, text: answer.value.content },
      });
    },
    write: async (path, content, { by, expect, signal }) => {
      const { sessionId, toolCallId } = by;
      const meta = metaOf(writeFileAsk, { toolCallId, expect });
      const asked = { sessionId, path: absolute(path), content, ...meta };
      const answer = await answerOf(request('fs/write_text_file', asked, signal));
      if (!answer.ok) return answer;
      const written = readMeta(writeFileAnswer, answer.value);
      return written === undefined ? unknownClient('written') : succeed(written);
    },
  };
}

/** Without our data a chat would not know the file, nor what a write has replaced. */
function unknownClient(done: string): Result<never> {
  return fail(failure('execution', `The client does not tell what was ${done}.`));
}
