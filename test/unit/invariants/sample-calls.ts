/** Arguments with which each tool succeeds, in this order, in a folder with `a.txt`. */
export const sampleCalls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // What reaches out comes before what reads files: afterwards it asks.
  core__fetch: { url: 'https://example.com/' },
  core__web_scrape: { url: 'https://example.com/', select: 'h1' },
  core__bash: { command: 'echo one' },
  core__bash_kill: { id: 'bg1' },
  core__bash_output: { id: 'bg1' },
  core__compress_context: {},
  core__copy_path: { source: 'a.txt', destination: 'c.txt' },
  core__create_directory: { path: 'made' },
  core__delete_path: { path: 'c.txt' },
  core__diagnostics: {},
  core__edit: { path: 'a.txt', old_string: 'one', new_string: 'two' },
  core__find_path: { pattern: '*.txt' },
  core__grep: { pattern: 'one' },
  core__list_directory: { path: '.' },
  core__move_path: { source: 'made', destination: 'moved' },
  core__read: { path: 'a.txt' },
  core__read_overflow: { id: 'overflow:00000000-0000-4000-8000-000000000000' },
  core__write: { path: 'b.txt', content: 'three\n' },
};

/** Tools whose sample call fails, because its target does not exist. */
export const failingSamples: ReadonlySet<string> = new Set([
  'core__bash_kill',
  'core__bash_output',
  'core__compress_context',
  'core__read_overflow',
]);
