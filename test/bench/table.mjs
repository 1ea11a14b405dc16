// @ts-check

/**
 * A table as people and Markdown read it; all columns but the first are aligned to the right.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function tableText(head, rows) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${widths.map((width, column) => align(cells[column] ?? '', width, column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/**
 * @param {string} cell
 * @param {number} width
 * @param {number} column
 */
function align(cell, width, column) {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
