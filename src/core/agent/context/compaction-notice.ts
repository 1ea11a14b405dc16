import type { CompactionMethod, CompactionReport } from '../../contracts/compaction';
import type { CompactionMeta, NoticeMeta } from '../../contracts/meta';
import { tokensText } from '../amounts';
import type { SessionContext } from '../turn-context';

/** One notice for a compression from its begin to its end: each text takes the place of the last. */
export interface CompactionNotice {
  readonly update: (text: string, waitUntil?: number) => void;
  /** `report` is undefined when it failed. */
  readonly end: (report: CompactionReport | undefined) => void;
}

export function createCompactionNotice({
  outbox,
  deps,
}: Pick<SessionContext, 'outbox' | 'deps'>): CompactionNotice {
  const messageId = deps.ids.uuid();
  const show = (text: string, meta: NoticeMeta | CompactionMeta) => {
    outbox.update({
      sessionUpdate: 'agent_message_chunk',
      messageId,
      content: { type: 'text', text },
      _meta: { gatehouse: meta },
    });
  };
  return {
    update: (text, waitUntil) => {
      show(text, { notice: 'info', ...(waitUntil !== undefined && { waitUntil }) });
    },
    end: (report) => {
      if (report === undefined) {
        show('The conversation was not compressed. Nothing of it is lost.', { notice: 'warning' });
        return;
      }
      show(reportText(report), { notice: 'info', compaction: report });
    },
  };
}

const reasons: Readonly<Record<CompactionMethod, string>> = {
  triggered: 'because the context was nearly full',
  manual: 'by /compact',
  autonomous: 'by the wish of the model',
};

function reportText(report: CompactionReport): string {
  const { method, model, removedMessages, tokensBefore, tokensAfter } = report;
  const messages = removedMessages === 1 ? '1 message' : `${String(removedMessages)} messages`;
  return `Compressed ${reasons[method]}: ${messages}, about ${tokensText(tokensBefore)}, became a summary of about ${tokensText(tokensAfter)} by ${model}. You still see them above; the model now reads the summary.`;
}
