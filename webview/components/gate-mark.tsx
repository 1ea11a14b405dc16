/** The portcullis of the activity bar, drawn in the text colour. */
export function Logo() {
  return (
    <svg class="gate-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
        d="M3 21.5V10a9 9 0 0 1 18 0v11.5M8 2v14M12 1v15M16 2v14M3 8.5h18M3 13h18"
      />
      <path fill="currentColor" d="M6.8 16h2.4L8 19.4zM10.8 16h2.4L12 19.4zM14.8 16h2.4L16 19.4z" />
    </svg>
  );
}
