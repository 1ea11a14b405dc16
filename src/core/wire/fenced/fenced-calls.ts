import type { ToolRequest } from '../../contracts/chat';
import { isObject, parseJson, readString, readValue } from '../../base/json-read';
import { readArguments, withoutBlank } from '../parts/call-assembler';
import { readFences, type Fence } from './read-fences';

/** Tools that have a block of their own (003): what stands in it, as arguments. */
export const blockTools: ReadonlyMap<string, BlockTool> = new Map<string, BlockTool>([
  ['bash', { tool: 'core__bash', toArguments: (body) => JSON.stringify({ command: body }) }],
  ['scrape', { tool: 'core__web_scrape', toArguments: (body) => body }],
]);

/** The block that calls any tool. */
export const generalBlock = 'tool';

interface BlockTool {
  readonly tool: string;
  readonly toArguments: (body: string) => string;
}

/**
 * The calls that a finished answer makes by its fenced blocks (DESIGN decision 35), in order. Only
 * tools of `names` can be called; blocks of any other language are text.
 */
export function readFencedCalls(text: string, names: ReadonlySet<string>): readonly ToolRequest[] {
  return readFences(text)
    .flatMap((fence) => readCall(fence, names) ?? [])
    .filter(({ name }) => names.has(name));
}

function readCall({ info, body }: Fence, names: ReadonlySet<string>): ToolRequest | undefined {
  if (info === generalBlock) return readGeneralCall(body, names);
  const block = blockTools.get(info);
  if (block === undefined || body.trim() === '') return undefined;
  return { wireId: '', name: block.tool, argsText: block.toArguments(body.trim()) };
}

/** `{"name": …, "arguments": {…}}`. */
function readGeneralCall(body: string, names: ReadonlySet<string>): ToolRequest | undefined {
  const call = parseJson(body)?.value;
  if (!isObject(call)) return brokenCall(body, names);
  const name = readString(call, 'name');
  if (name === undefined) return undefined;
  const argsText = withoutBlank(readArguments(readValue(call, 'arguments')));
  return { wireId: '', name, argsText };
}

/** JSON with a slip still says which tool it means: its answer then tells the model of the slip. */
function brokenCall(body: string, names: ReadonlySet<string>): ToolRequest | undefined {
  const name = /"name"\s*:\s*"([^"\\]{1,300})"/.exec(body)?.[1];
  return name !== undefined && names.has(name) ? { wireId: '', name, argsText: body } : undefined;
}
