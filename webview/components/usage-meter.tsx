import type { UsageItem } from '../../src/core/contracts/panel';
import { nearlyFull, usageText } from '../usage';
import { Icon } from './icon';

/** How full the context is, and what the chat has cost. */
export function UsageMeter({ usage }: { readonly usage: UsageItem | undefined }) {
  if (usage === undefined) return null;
  const { usedTokens, contextTokens } = usage;
  const { short, long, cost, percent, isNearlyFull } = usageText(usage);
  return (
    <div class={`usage ${isNearlyFull ? 'usage-full' : ''}`} title={long}>
      {isNearlyFull && <Icon name="warning" />}
      {percent !== undefined && (
        <meter
          min={0}
          max={contextTokens}
          high={contextTokens * nearlyFull}
          value={usedTokens}
          aria-label="Context used"
          aria-valuetext={`${short} tokens, ${percent}${isNearlyFull ? ', nearly full' : ''}`}
        />
      )}
      <span class="usage-tokens">{short}</span>
      {cost !== undefined && <span class="usage-cost">{cost}</span>}
    </div>
  );
}
