import { neutralPickText } from '../../window/neutral-text';
import type { PastCall } from '../../panel/transcript/past-calls';
import { shortToolName } from '../../../core/contracts/tool-spec';

export function callItems(calls: readonly PastCall[]) {
  return calls.map((call) => {
    const { icon, text } = verdictOf(call);
    const title = neutralPickText(`${shortToolName(call.tool)}: ${call.title}`);
    return { label: `$(${icon}) ${title}`, description: text, call };
  });
}

function verdictOf({ decision, status }: PastCall): {
  readonly icon: string;
  readonly text: string;
} {
  if (status === 'asking') return { icon: 'question', text: 'waiting for your answer' };
  if (status === 'running') return { icon: 'play', text: 'running' };
  if (decision === undefined) return { icon: 'dash', text: 'decision unknown' };
  if (decision.verdict === 'deny') {
    return status === 'cancelled'
      ? { icon: 'circle-slash', text: 'cancelled before it ran' }
      : { icon: 'error', text: 'refused' };
  }
  if (decision.verdict === 'skip') return { icon: 'debug-step-over', text: 'skipped' };
  switch (decision.approvedBy) {
    case 'user':
      return { icon: 'check', text: 'you allowed it' };
    case 'user-typed':
      return { icon: 'check', text: 'you typed it' };
    case 'auto':
    case 'none':
      return { icon: 'check', text: 'ran without asking' };
  }
}
