import type { CallItem } from '../../src/core/contracts/panel';
import { shownText, splitPath } from '../format';
import { usePage } from '../page';
import { Icon } from './icon';

const maxShown = 8;
/** Longer names are cut by the page anyway. */
const maxName = 200;

/** Places the call touched, each a way into the editor. A diff names its own file. */
export function CardLocations({ item }: { readonly item: CallItem }) {
  const { post } = usePage();
  const places = item.locations.slice(0, maxShown);
  const more = item.locations.length - places.length;
  if (places.length === 0) return null;
  return (
    <div class="locations">
      {places.map(({ path, line }, index) => (
        <button
          type="button"
          class="location"
          key={index}
          title={path}
          onClick={() => post({ type: 'openLocation', itemId: item.id, index })}
        >
          <Icon name="go-to-file" />
          <span>
            <bdi>{shownText(splitPath(path).name, maxName)}</bdi>
            {line === undefined ? '' : `:${line}`}
          </span>
        </button>
      ))}
      {more > 0 && <span class="hint">and {more} more</span>}
    </div>
  );
}
