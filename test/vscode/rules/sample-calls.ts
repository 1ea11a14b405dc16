export interface SampleCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Calls of the tools for background commands; only the second succeeds without a command. */
export const backgroundCalls: readonly SampleCall[] = [
  { name: 'core__bash_kill', args: { id: 'bg1' } },
  { name: 'core__bash_output', args: {} },
];

/** Calls of the web tools; their address is refused, so no network is needed. */
export const webCalls: readonly SampleCall[] = [
  { name: 'core__fetch', args: { url: 'https://localhost/' } },
  { name: 'core__web_scrape', args: { url: 'https://localhost/', select: 'h1' } },
];

/**
 * A call of each of the extension's other tools, in an order in which they succeed, except for
 * `read_overflow` (nothing is stored) and `compress_context` (the chat is too short). The file
 * must contain `one`.
 */
export function sampleCalls(folder: string, file: string): readonly SampleCall[] {
  return [
    { name: 'core__bash', args: { command: 'echo one' } },
    { name: 'core__create_directory', args: { path: `${folder}/made` } },
    {
      name: 'core__move_path',
      args: { source: `${folder}/made`, destination: `${folder}/moved` },
    },
    { name: 'core__copy_path', args: { source: file, destination: `${folder}/c.txt` } },
    { name: 'core__delete_path', args: { path: `${folder}/c.txt` } },
    { name: 'core__diagnostics', args: { path: folder } },
    { name: 'core__find_path', args: { pattern: '*.txt', path: folder } },
    { name: 'core__grep', args: { pattern: 'one', path: folder } },
    { name: 'core__list_directory', args: { path: folder } },
    { name: 'core__read', args: { path: file } },
    { name: 'core__edit', args: { path: file, old_string: 'one', new_string: 'two' } },
    { name: 'core__write', args: { path: `${folder}/b.txt`, content: 'three\n' } },
    {
      name: 'core__read_overflow',
      args: { id: 'overflow:00000000-0000-4000-8000-000000000000' },
    },
    { name: 'core__compress_context', args: {} },
  ];
}
