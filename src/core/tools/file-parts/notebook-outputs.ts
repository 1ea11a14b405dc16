import { formatSize } from '../../base/format-size';
import { isObject, readObject, readString, readValue } from '../../base/json-read';
import { joinedText } from '../../base/notebook';
import { cutEnd } from '../../base/text-lines';

const maxOutputLines = 20;
const maxOutputLineLength = 300;

/** What the outputs of a cell say, in few lines: text as it is, everything else by its name. */
export function outputLines(outputs: readonly unknown[]): readonly string[] {
  return bounded(outputs.flatMap(linesOf)).map((line) => cutEnd(line, maxOutputLineLength));
}

function linesOf(output: unknown): readonly string[] {
  switch (readString(output, 'output_type')) {
    case 'stream':
      return textLines(joinedText(readValue(output, 'text')) ?? '');
    case 'error':
      return errorLines(output);
    case 'display_data':
    case 'execute_result':
      return dataLines(readObject(output, 'data') ?? {});
    default:
      return [];
  }
}

/** Name and message come first, because a traceback is cut. */
function errorLines(output: unknown): readonly string[] {
  const name = readString(output, 'ename') ?? 'Error';
  const message = readString(output, 'evalue') ?? '';
  return textLines(`${name}: ${message}`);
}

/** The plain text, and the names of what else there is. */
function dataLines(data: Readonly<Record<string, unknown>>): readonly string[] {
  const plain = joinedText(data['text/plain']);
  const others = Object.keys(data).filter((type) => type !== 'text/plain');
  return [
    ...(plain === undefined ? [] : textLines(plain)),
    ...others.map((type) => `[${type}, ${formatSize(sizeOf(type, data[type]))}, not shown]`),
  ];
}

/** Pictures stand in a notebook as base64, but for those that are text themselves. */
function sizeOf(type: string, value: unknown): number {
  const text = joinedText(value) ?? (isObject(value) ? JSON.stringify(value) : '');
  const isText = type.startsWith('text/') || type.endsWith('xml') || type.endsWith('json');
  return isText ? text.length : Math.floor((text.replace(/\s/g, '').length * 3) / 4);
}

/** Colours of a terminal, and lines that a progress bar has overwritten, are not for readers. */
function textLines(text: string): readonly string[] {
  const plain = text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replace(/\r\n/g, '\n');
  const lines = plain.split('\n').map((line) => line.slice(line.lastIndexOf('\r') + 1));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function bounded(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxOutputLines) return lines;
  const half = maxOutputLines / 2;
  const between = `\u2026 ${String(lines.length - maxOutputLines)} lines left out \u2026`;
  return [...lines.slice(0, half), between, ...lines.slice(-half)];
}
