import { findSecrets } from '../../base/redact';
import type { FinishStage } from './draft';

/** Warns of credentials in the raw output without repeating them (003 Security Pass). */
export const secretScan: FinishStage = (draft) => {
  const kinds = findSecrets(draft.tool.allowlist(draft.fields));
  if (kinds.length === 0) return draft;
  const warning = `The output held what looks like credentials (${kinds.join(', ')}); they were removed.`;
  return { ...draft, warnings: [...draft.warnings, warning] };
};
