import type { AndOr, CommandNode, Script, SimpleNode, Tail } from './parser/ast';
import { decodeWord } from './parser/decode-word';
import { parseScript } from './parser/parse-script';

/** A line that the shell itself reads. */
interface ShellRead {
  /** The text of `read -p`, which bash does not print to a pipe; undefined without one. */
  readonly prompt: string | undefined;
  /** `read -s`: what is typed must not be seen. */
  readonly isSilent: boolean;
  /** Known to run, once and after those before it. */
  readonly isSure: boolean;
}

/** What a shell that waits for a line asks. */
export interface ReadQuestion {
  readonly prompt?: string;
  readonly isSilent: boolean;
}

/**
 * What the shell asks that runs this text and waits for a line: the question of the `read` that it
 * is at. `answered` says how many lines it has read; undefined if that is not known, and then
 * only what all its questions have in common is known. Undefined if it reads nothing by itself.
 */
export function readQuestion(
  command: string,
  answered: number | undefined,
): ReadQuestion | undefined {
  const { script } = parseScript(command);
  const reads = readsIn(script, script.text, true);
  const unsure = reads.findIndex(({ isSure }) => !isSure);
  const sure = unsure === -1 ? reads.length : unsure;
  if (answered !== undefined && answered < sure) return joined(reads.slice(answered, answered + 1));
  return joined(answered === undefined ? reads : reads.slice(sure));
}

function joined(reads: readonly ShellRead[]): ReadQuestion | undefined {
  const [first] = reads;
  if (first === undefined) return undefined;
  const isSilent = reads.some((read) => read.isSilent);
  const { prompt } = first;
  const isOne = prompt !== undefined && reads.every((read) => read.prompt === prompt);
  return isOne ? { prompt, isSilent } : { isSilent };
}

function readsIn(script: Script, text: string, isSure: boolean): readonly ShellRead[] {
  return script.items.flatMap((item) => readsInList(item, text, isSure));
}

/** What runs in the background or in a pipeline is another process. */
function readsInList({ steps, background }: AndOr, text: string, isSure: boolean) {
  if (background) return [];
  let runs = isSure;
  return steps.flatMap(({ operator, pipeline: { commands } }) => {
    const [only, ...others] = commands;
    if (operator === '||') runs = false;
    if (only === undefined || others.length > 0) {
      runs = false;
      return [];
    }
    const reads = readsInCommand(only, text, runs);
    // A read succeeds when it was answered; whether others do is not known.
    runs &&= reads.length > 0;
    return reads;
  });
}

function readsInCommand(node: CommandNode, text: string, isSure: boolean): readonly ShellRead[] {
  if (hasOtherInput(node.tail)) return [];
  switch (node.kind) {
    case 'simple':
      return readsInWords(node, text, isSure);
    case 'group':
      return readsIn(node.body, text, isSure);
    case 'function':
      return readsIn(node.body, text, false);
    case 'if': {
      const [first, ...others] = node.arms;
      const later = [first?.body, ...others.flatMap(({ condition, body }) => [condition, body])];
      return [
        ...(first === undefined ? [] : readsIn(first.condition, text, isSure)),
        ...unsureReads([...later, node.otherwise], text),
      ];
    }
    case 'loop':
      return unsureReads([node.condition, node.body], text);
    case 'case':
      return unsureReads(
        node.arms.map(({ body }) => body),
        text,
      );
    case 'subshell':
    case 'arithmetic':
      return [];
  }
}

function unsureReads(scripts: readonly (Script | undefined)[], text: string) {
  return scripts.flatMap((script) => (script === undefined ? [] : readsIn(script, text, false)));
}

function hasOtherInput({ redirects, documents, hereStrings }: Tail): boolean {
  if (documents.length > 0 || hereStrings.length > 0) return true;
  return redirects.some(({ operator }) => operator.startsWith('<'));
}

/** The options of `read` that take a value. */
const valued = new Set(['a', 'd', 'i', 'n', 'N', 'p', 't', 'u']);

function readsInWords(node: SimpleNode, text: string, isSure: boolean): readonly ShellRead[] {
  const words = node.words.map(({ start, end }) => unquoted(text.slice(start, end)));
  const at = words[0] === 'builtin' || words[0] === 'command' ? 1 : 0;
  const name = words[at] ?? '';
  if (name === 'mapfile' || name === 'readarray') {
    return [{ prompt: undefined, isSilent: false, isSure: false }];
  }
  if (name !== 'read') return [];
  const options = readOptions(words.slice(at + 1));
  // Another descriptor is another input.
  if ((options.get('u') ?? '0') !== '0') return [];
  return [{ prompt: options.get('p'), isSilent: options.has('s'), isSure }];
}

/** `-rsp Name` and `-p Name` alike. */
function readOptions(words: readonly string[]): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!/^-[A-Za-z]/.test(word)) break;
    for (let letter = 1; letter < word.length; letter += 1) {
      const name = word.charAt(letter);
      if (!valued.has(name)) {
        options.set(name, '');
        continue;
      }
      const rest = word.slice(letter + 1);
      options.set(name, rest === '' ? (words[(at += 1)] ?? '') : rest);
      break;
    }
  }
  return options;
}

/** What the shell computes stays as it is written: `Deploy to $ENV? `. */
function unquoted(raw: string): string {
  const { text, known } = decodeWord(raw);
  return known ? text : text.replace(/^(["'])([^]*)\1$/, '$2');
}
