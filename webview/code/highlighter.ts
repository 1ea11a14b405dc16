import { tokenize } from 'sugar-high/core';
import { lang, languages } from 'sugar-high/lang';
import type { Highlighter, Run } from './runs';

/**
 * The highlighter and its languages: a file of its own, loaded with the first code. It makes no
 * markup, only runs of text with a kind.
 */
const kinds: readonly Run['kind'][] = [
  'plain',
  'keyword',
  'string',
  'type',
  'property',
  'tag',
  'plain',
  'sign',
  'comment',
  'plain',
  'plain',
];

const highlight: Highlighter = (text, language) => {
  const id = lang(language);
  const config = languages.find((each) => each.id === id)?.config;
  if (config === undefined) return undefined;
  const runs: { kind: Run['kind']; text: string }[] = [];
  for (const [type, value] of tokenize(text, config)) {
    const kind = kindOf(kinds[type] ?? 'plain', value);
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += value;
    else runs.push({ kind, text: value });
  }
  return runs;
};

function kindOf(kind: Run['kind'], text: string): Run['kind'] {
  return kind === 'type' && /^\d/.test(text) ? 'number' : kind;
}

Reflect.set(globalThis, 'gatehouseHighlighter', highlight);
