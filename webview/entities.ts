/**
 * Replaces the package of this name that markdown-it uses: a browser has the table of named
 * characters already, and need not load it a second time.
 */

/** In code units; no name decodes to more. A longer text merely begins with a name. */
const longest = 2;

/** `&copy;` as `©`; an unknown name stays as it is. */
export function decodeHTMLStrict(entity: string): string {
  // A text area contains only text: nothing in it becomes an element.
  const area = document.createElement('textarea');
  area.innerHTML = entity;
  return area.value.length <= longest ? area.value : entity;
}
