import type { CallItem } from '../../src/core/contracts/panel';
import { usePage } from '../page';
import { Button } from './button';
import { WaitsForInput } from './waits-for-input';

/** A command that waits for input says so, and can be given some; the host asks for the text. */
export function CardInput({ item }: { readonly item: CallItem }) {
  const { post } = usePage();
  if (item.waitsForInput !== true) return null;
  return (
    <div class="card-input">
      <WaitsForInput />
      <Button text="Give input…" onClick={() => post({ type: 'giveInput', itemId: item.id })} />
    </div>
  );
}
