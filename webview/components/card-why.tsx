import type { CallItem } from '../../src/core/contracts/panel';
import { because, whyText } from '../why';
import { Icon } from './icon';

/** Why the call ran or did not: one line, and every gate behind it. */
export function CardWhy({ item: { decision } }: { readonly item: CallItem }) {
  if (decision === undefined) return null;
  if (decision.trace.length === 0) return <p class="why">{whyText(decision)}.</p>;
  return (
    <details class="section why">
      <summary>
        <Icon name="shield" /> {whyText(decision)}
      </summary>
      <ul class="trace">
        {decision.trace.map((line, index) => (
          <li key={index}>
            <span class={`verdict verdict-${line.verdict}`}>{line.verdict}</span>
            <span class="slot">{line.slot}</span>
            <span>{because(line)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
