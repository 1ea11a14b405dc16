import { createClientFiles } from '../../../src/core/agent/acp/client-files';
import type { Files } from '../../../src/core/ports/files';
import type { TextFiles } from '../../../src/core/ports/text-files';
import type { Workspace } from '../../../src/core/ports/workspace';
import { AgentConnection } from '../../../src/host/acp/agent-connection';
import type { ClientTerminalsDeps } from '../../../src/host/acp/client-terminals';
import { createFakeAgent } from './acp-agent';
import { createFakeIds } from './ids';

export interface ConnectionParts {
  readonly files: Pick<Files, 'read' | 'write'>;
  readonly workspace: Workspace;
  readonly terminals?: ClientTerminalsDeps['terminals'];
}

/** A connection between an agent and the product's client, with these sessions. */
export function createConnection(
  { files, workspace, terminals = { create: unused } }: ConnectionParts,
  sessions: readonly string[] = ['s1'],
) {
  const connection = new AgentConnection(
    { sessionUpdate: unused, requestPermission: unused },
    { files, terminals, workspace, ids: createFakeIds() },
  );
  const agent = connection.sessions.connect(connection.link.connect(createFakeAgent()));
  for (const each of sessions) connection.sessions.add(each);
  return { agent, connection, request: connection.link.request };
}

/** The text files of any session, over a link to the product's client. */
export function createTextFiles({ files, workspace }: ConnectionParts): TextFiles {
  const { connection, request } = createConnection({ files, workspace });
  return createClientFiles((method, params, signal) => {
    connection.sessions.add(params.sessionId);
    return request(method, params, signal);
  }, workspace);
}

function unused(): Promise<never> {
  return Promise.reject(new Error('The test uses nothing of this.'));
}
