/** Where a file was before; a long path loses its beginning. */
export function MovedFrom({ path, title }: { readonly path: string; readonly title?: string }) {
  return (
    <span class="moved-from" title={title ?? path}>
      moved from{' '}
      <span class="cut-start">
        <bdi dir="ltr">{path}</bdi>
      </span>
    </span>
  );
}
