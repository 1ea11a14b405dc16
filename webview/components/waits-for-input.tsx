import { Icon } from './icon';

/** Says that a command waits for somebody to type. */
export function WaitsForInput() {
  return (
    <span class="waits" title="Waits for input">
      <Icon name="keyboard" />
      <span class="waits-text">Waits for input</span>
    </span>
  );
}
