/** The portcullis of the activity bar, drawn in the text colour. */
export function GateMark() {
  return (
    <svg class="gate-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linejoin="round"
        stroke-linecap="round"
        d="M3 21V10a9 9 0 0 1 18 0v11M8 4.2V17M12 3v16M16 4.2V17M4 9h16M4 14h16M8 17l-1 2M12 19l-1 2M16 17l-1 2"
      />
    </svg>
  );
}
