import { PendingApprovals } from '../../../src/host/approvals/pending';
import { HostBackgroundCommands } from '../../../src/host/background/background-commands';
import type { InputQuestion } from '../../../src/core/contracts/panel/state';
import { succeed } from '../../../src/core/contracts/failure';
import type { ChatAgent, ChatDeps } from '../../../src/host/panel/chat/chat-deps';
import { createFakeAgent } from './acp-agent';
import { createFakeClock } from './clock';
import { createFakeFileChanges } from './file-changes';
import { createFakeIds } from './ids';

/** Dependencies of chats that keep what chats report. */
export function createFakeChatDeps(agent: Partial<ChatAgent> = {}) {
  const clock = createFakeClock();
  const told: string[] = [];
  const warnings: string[] = [];
  const closed: string[] = [];
  const acp = createFakeAgent();
  const deps = {
    agent: {
      acp,
      model: () => ({ id: 'replay' }),
      useFencedTools: () => Promise.resolve(succeed(undefined)),
      cwd: () => '/w',
      endSession: (sessionId: string) => void closed.push(sessionId),
      ...agent,
    },
    approvals: new PendingApprovals({ ids: createFakeIds(), clock, timeoutMs: () => 0 }),
    background: new HostBackgroundCommands(clock),
    changes: createFakeFileChanges(),
    clock,
    questionOf: (): InputQuestion | undefined => undefined,
    folders: () => ['/w'],
    reports: {
      notify: (message: string) => void told.push(message),
      warn: (message: string) => void warnings.push(message),
    },
  } satisfies ChatDeps;
  return { deps, acp, told, warnings, closed };
}
