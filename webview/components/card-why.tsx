import type { Decision } from '../../src/core/contracts/decision';
import type { CallItem } from '../../src/core/contracts/panel';
import { because, decisionText } from '../why';
import { ExplainButton } from './explain-button';
import { Icon } from './icon';
import { PartList } from './part-list';

/** Why the call ran or did not: one line, every gate behind it, and the way to all the rest. */
export function DecisionDetails({ item: { id, decision } }: { readonly item: CallItem }) {
  if (decision === undefined) return null;
  return (
    <div class="why">
      {decision.trace.length === 0 ? <p>{decisionText(decision)}.</p> : <Gates decision={decision} />}
      <ExplainButton itemId={id} />
    </div>
  );
}

function Gates({ decision }: { readonly decision: Decision }) {
  return (
    <details class="section">
      <summary>
        <Icon name="shield" /> {decisionText(decision)}
      </summary>
      <ul class="trace">
        {decision.trace.map((line, index) => (
          <li key={index}>
            <span class={`verdict verdict-${line.verdict}`}>{line.verdict}</span>
            <span class="slot">{line.gate}</span>
            <span>{because(line)}</span>
          </li>
        ))}
      </ul>
      {decision.trace.map(({ parts }, index) => (
        <PartList key={index} parts={parts} />
      ))}
    </details>
  );
}
