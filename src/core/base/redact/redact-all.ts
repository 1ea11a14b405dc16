import { redactText, type Redacted } from './redact';
import { StreamRedactor } from './redact-stream';

/** A text of fewer characters is redacted at once, in a few milliseconds. */
const largeText = 256 * 1024;
/** Characters of a larger text that are redacted at a time. */
const slice = 64 * 1024;

/**
 * Redacts every string of JSON-like values, equal ones once. Large ones in slices, between which
 * `giveWay` lets other work of the process go on.
 */
export async function redactAll(
  values: readonly unknown[],
  giveWay: () => Promise<void>,
): Promise<ReadonlyMap<string, Redacted>> {
  const texts = new Set<string>();
  for (const value of values) visitStrings(value, (text) => texts.add(text));
  const redacted = new Map<string, Redacted>();
  for (const text of texts) {
    const isLarge = text.length >= largeText;
    redacted.set(text, isLarge ? await redactLarge(text, giveWay) : redactText(text));
  }
  return redacted;
}

async function redactLarge(text: string, giveWay: () => Promise<void>): Promise<Redacted> {
  const redactor = new StreamRedactor();
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += slice) {
    parts.push(redactor.push(text.slice(at, at + slice)));
    await giveWay();
  }
  parts.push(redactor.flush());
  return { text: parts.join(''), kinds: redactor.kinds() };
}

function visitStrings(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (Array.isArray(value)) for (const item of value) visitStrings(item, visit);
  else if (value !== null && typeof value === 'object') {
    for (const item of Object.values(value)) visitStrings(item, visit);
  }
}
