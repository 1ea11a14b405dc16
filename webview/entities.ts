/**
 * Stands in for the package of this name, which markdown-it uses: a browser has the table of named
 * characters already, and need not load it a second time.
 */

/** In code units; no name stands for more. A longer text is one that only begins with a name. */
const longest = 2;

/** `&copy;` as `©`; what is no name of a character as it is. */
export function decodeHTMLStrict(entity: string): string {
  // Text alone can stand in a text area: nothing in it becomes an element.
  const area = document.createElement('textarea');
  area.innerHTML = entity;
  return area.value.length <= longest ? area.value : entity;
}
