import type { JudgedPart } from '../../src/core/contracts/shell-reading';
import { cutLine } from '../format';
import { partReasons, saysMore } from '../part-reasons';
import { Icon } from './icon';
import { InlineCode } from './prose';

type Marks = Readonly<
  Record<JudgedPart['verdict'], { readonly icon: string; readonly text: string }>
>;
const marks: Marks = {
  allow: { icon: 'check', text: 'allowed' },
  ask: { icon: 'question', text: 'asks' },
  deny: { icon: 'circle-slash', text: 'denied' },
};

/** In characters; the whole command stands above, and Explain has every part in full. */
const maxText = 300;

/** The sub-commands of a command: which of them asks or is denied, and why. */
export function PartList({ parts }: { readonly parts: readonly JudgedPart[] | undefined }) {
  if (parts === undefined || !saysMore(parts)) return null;
  return (
    <ul class="parts" aria-label="Parts of the command">
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </ul>
  );
}

function Part({ part }: { readonly part: JudgedPart }) {
  const { icon, text } = marks[part.verdict];
  return (
    <li class={`part part-${part.verdict}`}>
      <span class={`verdict-${part.verdict}`} title={text}>
        <Icon name={icon} />
        <span class="sr-only">{text}: </span>
      </span>
      <span class="part-words">
        <code class="part-text">{cutLine(part.text, maxText)}</code>
        {partReasons(part).map((reason) => (
          <span class="part-reason" key={reason}>
            <InlineCode text={reason} />
          </span>
        ))}
      </span>
    </li>
  );
}
