import type { PanelState } from '../../src/core/contracts/panel';
import { usePage } from '../page';
import { Icon } from './icon';

export function ModelButton({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  const label = state.model === '' ? 'Pick a model' : state.model;
  return (
    <button
      type="button"
      class="model"
      title={`Model: ${label}`}
      aria-label={`Model: ${label}. Change`}
      onClick={() => post({ type: 'pickModel' })}
    >
      <Icon name={state.replay ? 'debug-rerun' : 'sparkle'} />
      <span class="model-name">{label}</span>
      <Icon name="chevron-down" />
    </button>
  );
}
