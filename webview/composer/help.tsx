import { usePage } from '../state/page-context';
import { IconButton } from '../base/buttons';
import { useMenu } from '../base/focus';

const forms = [
  { form: '@', what: 'Add a file, the selection, problems or terminal output' },
  { form: '/', what: 'List the commands of the chat' },
  { form: '!npm test', what: 'Run a command yourself' },
  { form: '/tool grep {"pattern":"TODO"}', what: 'Run any tool yourself' },
] as const;

const keys =
  'Enter sends, Shift+Enter adds a line, ↑ recalls a message, Esc stops, Alt+A goes to an approval.';

/** What can be typed; a click puts it into the input. */
export function ComposerHelp() {
  const { store } = usePage();
  const { isOpen, container, close, onKeyDown, toggle } = useMenu();
  const take = (form: string) => {
    close();
    store.insert(form);
  };
  return (
    <div class="composer-help" ref={container} onKeyDown={onKeyDown}>
      <IconButton icon="question" label="What you can type" menu={isOpen} onClick={toggle} />
      {isOpen && (
        <div class="menu" role="menu" aria-label="What you can type">
          {forms.map(({ form, what }) => (
            <button
              key={form}
              type="button"
              class="menu-entry"
              role="menuitem"
              tabIndex={-1}
              onClick={() => take(form)}
            >
              <span class="suggestion-text">
                <code>{form}</code>
                <span class="suggestion-detail">{what}</span>
              </span>
            </button>
          ))}
          <p class="hint menu-note">{keys}</p>
        </div>
      )}
    </div>
  );
}
