import { useRef } from 'preact/hooks';
import type { PanelRequest } from '../../src/core/contracts/panel-requests';
import { imageTypes } from '../images';
import { usePage } from '../page';
import { contextIcons } from './attachments';
import { Icon, IconButton } from './icon';
import { useMenu } from './use-menu';

type Kind = Extract<PanelRequest, { readonly type: 'attach' }>['kind'];

const sources: readonly (readonly [Kind | 'image', string])[] = [
  ['file', 'File…'],
  ['selection', 'Selection of the editor'],
  ['problems', 'Problems'],
  ['terminal', 'Output of the terminal'],
  ['image', 'Image…'],
];

/** The button that adds context to the draft without typing `@`. */
export function AddContext(props: { readonly addImages: (files: readonly File[]) => void }) {
  const { store, post } = usePage();
  const { isOpen, container, close, onKeyDown, toggle } = useMenu();
  const picker = useRef<HTMLInputElement>(null);
  const add = (kind: Kind | 'image') => {
    close();
    if (kind === 'image') {
      picker.current?.click();
      return;
    }
    store.focusInput();
    post({ type: 'attach', kind });
  };
  const picked = () => {
    props.addImages([...(picker.current?.files ?? [])]);
    // The same file can then be chosen once more.
    if (picker.current) picker.current.value = '';
    store.focusInput();
  };
  return (
    <div class="add-context" ref={container} onKeyDown={onKeyDown}>
      <IconButton icon="mention" label="Add context (@)" menu={isOpen} onClick={toggle} />
      {isOpen && (
        <div class="menu" role="menu" aria-label="Add context">
          {sources.map(([kind, label]) => (
            <button
              type="button"
              class="menu-entry"
              role="menuitem"
              tabIndex={-1}
              key={kind}
              onClick={() => add(kind)}
            >
              <Icon name={contextIcons[kind]} /> {label}
            </button>
          ))}
        </div>
      )}
      <input
        type="file"
        hidden
        multiple
        accept={imageTypes.join()}
        aria-label="Images"
        ref={picker}
        onChange={picked}
      />
    </div>
  );
}
