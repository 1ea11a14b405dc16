import { redactAll } from '../../base/redact-all';
import type { FinishStage } from './draft';

/**
 * Warns of credentials in the raw output without repeating them (003 Security Pass), unless the person
 * has switched the warning off. What it finds is kept, so that `redact` need not look again.
 */
export const secretScan: FinishStage = async (draft, { yieldToEventLoop: giveWay, secretWarnings }) => {
  const { tool, fields, report, warnings } = draft;
  try {
    const redacted = await redactAll([tool.allowlist(fields), report?.text], giveWay);
    const kinds = new Set([...redacted.values()].flatMap((each) => each.kinds));
    if (kinds.size === 0 || !secretWarnings()) return { ...draft, redacted };
    const warning = `The output held what looks like credentials (${[...kinds].join(', ')}); they were removed.`;
    return { ...draft, redacted, warnings: [...warnings, warning] };
  } catch {
    // `redact` meets the same error, and withholds the output.
    return draft;
  }
};
