import type { StopReason } from '../../core/contracts/acp';
import type { Notice } from './notice-meta';
import type { ChatTurnEnd } from './turn';

const byStopReason: Readonly<Partial<Record<StopReason, string>>> = {
  cancelled: 'Stopped.',
  max_tokens: 'The answer was cut: the model reached its token limit.',
  max_turn_requests: 'The agent reached its limit of rounds. Send a message to let it go on.',
  refusal: 'The model refused to answer. Nothing of this message stays in its context.',
};

/** What the person is told of an end that the agent has not explained itself. */
export function noticeOfEnd(end: ChatTurnEnd): Notice | undefined {
  switch (end.type) {
    case 'answered': {
      const text = byStopReason[end.stopReason];
      return text === undefined ? undefined : { level: 'info', text };
    }
    case 'unconfirmed':
      return {
        level: 'info',
        text: 'Stopped. The agent has not confirmed it; what it still does is refused or recorded.',
      };
    case 'failed':
      return {
        level: 'error',
        text: `The turn failed: ${end.reason} Try again, or start a new chat.`,
        action: 'retry',
      };
  }
}
