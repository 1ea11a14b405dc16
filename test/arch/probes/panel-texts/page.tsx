// breaks: Close
// breaks: Files
// breaks: Reply finished.
// breaks: Show … files
// breaks: Undo all
// breaks: open
export function Page({ isOpen, count }: { isOpen: boolean; count: number }) {
  const said = 'Reply finished.';
  const label = { icon: 'discard', text: 'Undo all' };
  const icon = isOpen ? 'chevron-down' : 'chevron-right';
  if (count < 0) throw new Error('The count is below zero.');
  return (
    <div class="menu chat-menu" role="menu" data-said={said}>
      <kbd>Alt+A</kbd>
      <Icon name={icon} />
      <button title="Close" aria-label={`Show ${count} files`}>
        {isOpen ? 'open' : label.text}
        Files
      </button>
    </div>
  );
}

declare function Icon(props: { name: string }): null;
