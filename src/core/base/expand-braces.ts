const maxPatterns = 256;
const maxBraces = 32;

/**
 * Expands `{a,b}` into one pattern for each choice, nested ones too. Braces without a comma or a
 * partner are plain characters. Undefined when there are more than 32 braces or 256 patterns.
 */
export function expandBraces(pattern: string): readonly string[] | undefined {
  if (pattern.split('{').length - 1 > maxBraces) return undefined;
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const choices = expandFirst(next);
    if (choices === undefined) done.push(next);
    else open.push(...choices.toReversed());
    if (done.length + open.length > maxPatterns) return undefined;
  }
  return done;
}

function expandFirst(pattern: string): readonly string[] | undefined {
  for (let at = pattern.indexOf('{'); at !== -1; at = pattern.indexOf('{', at + 1)) {
    const group = isEscaped(pattern, at) ? undefined : readGroup(pattern, at);
    if (group !== undefined && group.choices.length > 1) {
      const before = pattern.slice(0, at);
      const after = pattern.slice(group.end + 1);
      return group.choices.map((choice) => before + choice + after);
    }
  }
  return undefined;
}

interface Group {
  readonly choices: readonly string[];
  /** Index of the closing brace. */
  readonly end: number;
}

function readGroup(pattern: string, start: number): Group | undefined {
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === ',' && depth === 1) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth === 0) return { choices: [...choices, pattern.slice(from, at)], end: at };
    }
  }
  return undefined;
}

function isEscaped(pattern: string, at: number): boolean {
  let slashes = 0;
  while (pattern[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
