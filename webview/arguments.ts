/** One argument of a call, as the card lists it. */
export interface Argument {
  readonly name: string;
  readonly value: string;
}

/** The arguments of a JSON object; undefined when the text is something else, or was cut. */
export function parseArguments(json: string): readonly Argument[] | undefined {
  const value = parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).map(([name, entry]) => ({
    name,
    value: typeof entry === 'string' ? entry : JSON.stringify(entry, null, 2),
  }));
}

/** The command that a call runs, for the clipboard. */
export function commandOf(json: string): string | undefined {
  return parseArguments(json)?.find(({ name }) => name === 'command')?.value;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Arguments may be cut for their length, or be no JSON at all; the card then shows the text.
    return undefined;
  }
}
