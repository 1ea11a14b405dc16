import { isFinal } from '../../../core/contracts/calls/ending';
import { neutralPickText } from '../../window/neutral-text';
import type { PastCall } from '../../panel/transcript/past-calls';
import { shortToolName } from '../../../core/contracts/tool-spec';
import { t } from '../../window/language';

export function callItems(calls: readonly PastCall[]) {
  return calls.map((call) => {
    const { icon, text } = verdictOf(call);
    const title = neutralPickText(`${shortToolName(call.tool)}: ${call.title}`);
    return { label: `$(${icon}) ${title}`, description: text, call };
  });
}

const openLooks = {
  asking: () => ({ icon: 'question', text: t('waiting for your answer') }),
  allowed: () => ({ icon: 'check', text: t('allowed, waiting') }),
  denied: () => ({ icon: 'circle-slash', text: t('denied, waiting') }),
  running: () => ({ icon: 'play', text: t('running') }),
};

function verdictOf({ decision, status }: PastCall): {
  readonly icon: string;
  readonly text: string;
} {
  if (!isFinal(status)) return openLooks[status]();
  if (decision === undefined) return { icon: 'dash', text: t('decision unknown') };
  if (decision.verdict === 'deny') {
    return status === 'cancelled'
      ? { icon: 'circle-slash', text: t('cancelled before it ran') }
      : { icon: 'error', text: t('refused') };
  }
  if (decision.verdict === 'skip') return { icon: 'debug-step-over', text: t('skipped') };
  switch (decision.approvedBy) {
    case 'user':
      return { icon: 'check', text: t('you allowed it') };
    case 'user-typed':
      return { icon: 'check', text: t('you typed it') };
    case 'auto':
    case 'none':
      return { icon: 'check', text: t('ran without asking') };
  }
}
