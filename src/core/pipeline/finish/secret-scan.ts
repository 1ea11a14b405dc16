import { findSecrets } from '../../base/redact';
import type { Draft, FinishStage } from './draft';

/** Warns of credentials in the raw output without repeating them (003 Security Pass). */
export const secretScan: FinishStage = (draft) => {
  const kinds = credentialsIn(draft);
  if (kinds.length === 0) return draft;
  const warning = `The output held what looks like credentials (${kinds.join(', ')}); they were removed.`;
  return { ...draft, warnings: [...draft.warnings, warning] };
};

function credentialsIn({ tool, fields }: Draft): readonly string[] {
  try {
    return findSecrets(tool.allowlist(fields));
  } catch {
    // `redact` meets the same error, and withholds the output.
    return [];
  }
}
