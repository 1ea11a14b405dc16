import { say, type Sentence } from '../../base/sentence';
import {
  acpCodes,
  largeFileOf,
  metaOf,
  readFileAnswer,
  readFileAsk,
  readMeta,
  writeFileAnswer,
  writeFileAsk,
} from '../../contracts/chats/acp-client';
import { classifyPathText } from '../../base/path-text';
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
  /** Judged before it is joined with the folder, which would hide a URI or a network path. */
  const absolute = (path: string): Result<string> => {
    const separator = workspace.separator();
    const problem = classifyPathText(path, separator);
    if (problem !== undefined) {
      const { blocked, message, remedy: suggestion } = problem;
      return fail(failure(blocked ? 'policy_denied' : 'validation', message, { suggestion }));
    }
    const [root] = workspace.roots();
    return succeed(root === undefined ? path : resolveAgainst(root, path, separator));
  };
  return {
    read: async (path, { sessionId, toolCallId, maxBytes, signal }) => {
      const whole = absolute(path);
      if (!whole.ok) return whole;
      const meta = metaOf(readFileAsk, {
        maxBytes,
        ...(toolCallId !== undefined && { toolCallId }),
      });
      const asked = { sessionId, path: whole.value, ...meta };
      const answer = await answerOf(request('fs/read_text_file', asked, signal));
      if (!answer.ok) {
        const { failure: failed, code, data } = answer;
        const large = largeFileOf(data);
        return {
          ...fail(failed),
          isMissing: code === acpCodes.notFound,
          large: large && { ...large, bytes: bytesOf(large.head) },
        };
      }
      const file = readMeta(readFileAnswer, answer.value);
      if (file === undefined) return unknownClient(say`The client does not report what was read.`);
      const { head = '', text, ...known } = file;
      return succeed({
        ...known,
        head: bytesOf(head),
        text: text && { ...text, text: answer.value.content },
      });
    },
    write: async (path, content, { by, expect, signal }) => {
      const whole = absolute(path);
      if (!whole.ok) return whole;
      const { sessionId, toolCallId } = by;
      const meta = metaOf(writeFileAsk, { toolCallId, expect });
      const asked = { sessionId, path: whole.value, content, ...meta };
      const answer = await answerOf(request('fs/write_text_file', asked, signal));
      if (!answer.ok) return answer;
      const written = readMeta(writeFileAnswer, answer.value);
      return written === undefined
        ? unknownClient(say`The client does not report what was written.`)
        : succeed(written);
    },
  };
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (byte) => byte.charCodeAt(0));
}

/** Without our data a chat would not know the file, nor what a write has replaced. */
function unknownClient(why: Sentence): Result<never> {
  return fail(failure('execution', why));
}
