import type { LlmRequest } from '../../ports/llm';

/** Names of the tools and calls of one request, there and back. */
export interface ToolNames {
  readonly toWire: (name: string) => string;
  /** A name that the model made up is returned unchanged. */
  readonly fromWire: (name: string) => string;
}

const maxLength = 64;
const hashLength = 8;
const accepted = /^[A-Za-z0-9_-]{1,64}$/;

/** What is long or unusual keeps its beginning and gets eight digits of its SHA-256 (INV-16). */
export function createToolNames(
  { tools, messages }: Pick<LlmRequest, 'tools' | 'messages'>,
  hash: (text: string) => string,
): ToolNames {
  const called = messages.flatMap((message) =>
    message.role === 'assistant' ? message.calls.map(({ name }) => name) : [],
  );
  const names = [...new Set([...tools.map(({ name }) => name), ...called])];
  const wireNames = new Map<string, string>();
  const originals = new Map<string, string>();
  const put = (name: string, wireName: string) => {
    wireNames.set(name, wireName);
    originals.set(wireName, name);
  };
  // Names that fit go first: none of them may be taken by one that is shortened.
  for (const name of names.filter((each) => accepted.test(each))) put(name, name);
  for (const name of names.filter((each) => !accepted.test(each))) {
    put(name, unusedShortName(name, originals, hash));
  }
  return {
    toWire: (name) => wireNames.get(name) ?? name,
    fromWire: (name) => originals.get(name) ?? name,
  };
}

function unusedShortName(
  name: string,
  taken: ReadonlyMap<string, string>,
  hash: (text: string) => string,
): string {
  let digest = hash(name);
  let short = shortName(name, digest);
  while (taken.has(short)) {
    digest = hash(digest);
    short = shortName(name, digest);
  }
  return short;
}

function shortName(name: string, digest: string): string {
  const prefix = name.slice(0, maxLength - hashLength - 1).replace(/[^A-Za-z0-9_-]/g, '_');
  return `${prefix}_${digest.slice(0, hashLength)}`;
}
