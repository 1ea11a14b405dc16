import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import * as z from 'zod';
import { pageLanguages } from '../../src/host/window/page-html';
import { placeholders } from '../../webview/l10n/message';
import { texts } from '../../webview/l10n/texts';
import { expectedBreaks, probesFolder } from './probe-comments';
import { scanAll, type Finding } from './source-scan';
import { sourceFiles } from './source-text';

type Texts = Readonly<Record<string, string>>;

/** `machine`: no native speaker has reviewed the text. */
const bundle = z.record(
  z.string(),
  z.strictObject({ text: z.string().min(1), machine: z.literal(true).optional() }),
);

function bundleOf(language: string): Texts {
  const json: unknown = JSON.parse(readFileSync(`l10n/panel.${language}.json`, 'utf8'));
  return Object.fromEntries(
    Object.entries(bundle.parse(json)).map(([key, { text }]) => [key, text]),
  );
}

/** What is wrong with the texts of a language. */
function bundleProblems(english: Texts, translated: Texts, language: string): readonly string[] {
  const own = Object.keys(translated).filter((key) => !(key in english));
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return [
    ...own.map((key) => `${key}: is no text of the pages`),
    ...Object.entries(english).flatMap(([key, text]) => {
      const other = translated[key];
      return other === undefined
        ? `${key}: has no text`
        : textProblems(text, other, forms).map((problem) => `${key}: ${problem}`);
    }),
  ];
}

function textProblems(english: string, other: string, forms: readonly string[]): readonly string[] {
  const names = (text: string) => [...placeholders(text).keys()].sort().join();
  const given = [...placeholders(other).values()].filter((each) => each.length > 0);
  const isComplete = given.every((each) => [...each].sort().join() === [...forms].sort().join());
  const rest = other.replace(/\{(\w+)(, plural, (\w+ \{[^{}]*\} ?)+)?\}/g, '');
  return [
    ...(names(english) === names(other) ? [] : ['has other placeholders']),
    ...(isComplete ? [] : [`has not the forms ${forms.join(', ')}`]),
    ...(/[{}]/.test(rest) ? ['has a brace that is no placeholder'] : []),
  ];
}

/** Attributes, and properties of our components, that users read or hear. */
const shownAttributes =
  /^(aria-(label|description|valuetext|placeholder|roledescription)|title|placeholder|alt|text|label|hint|summary|name)$/;

/** The name of an icon or field, and a key such as Ctrl+A: the same in each language. */
const isNoText = (text: string) => !/\p{L}{2}/u.test(text) || /^[a-z]+(-[a-z]+)*$/.test(text);

/** A text in the source of the pages that does not come from the table. */
const ownText: Finding = (node) => {
  const text = literalText(node);
  if (text === undefined || !/\p{L}/u.test(text)) return undefined;
  if (ts.isJsxText(node)) return isKeyboardKey(node.parent) ? undefined : text.trim();
  const place = shownPlace(node);
  if (place === 'child' || (place === 'attribute' && !isNoText(text))) return text;
  return reads.test(text) && !key.test(text) && !isOfProgram(node) ? text : undefined;
};

/** A sentence or its beginning, or a word with a capital letter. */
const reads = /^\p{Lu}\p{Ll}+(…?$| \p{L})|\p{L}{2} [^<>]*\p{L}{2}[.?!…]$/u;

/** Names of keys, of what is dragged, and of programs. */
const key =
  /^(Arrow|Backspace|Delete|End|Enter|Escape|Home|Tab|Control|Meta|Mac|Files|Ollama|Gatehouse)$/;

function literalText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)]
        .map((part) => part.text)
        .join('…')
    : undefined;
}

/** Where an element shows a value, through conditions; undefined where it does not. */
function shownPlace(node: ts.Node): 'child' | 'attribute' | undefined {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) {
    return shownAttributes.test(parent.name.getText()) ? 'attribute' : undefined;
  }
  if (ts.isJsxExpression(parent)) {
    return ts.isJsxAttribute(parent.parent) ? shownPlace(parent) : 'child';
  }
  const isChosen =
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && /^(\?\?|\|\||&&|\+)$/.test(parent.operatorToken.getText())) ||
    ts.isParenthesizedExpression(parent);
  return isChosen ? shownPlace(parent) : undefined;
}

function isKeyboardKey(element: ts.Node): boolean {
  return ts.isJsxElement(element) && /^(kbd|code)$/.test(element.openingElement.tagName.getText());
}

/** A message of an error that users never see, or a type. */
function isOfProgram({ parent }: ts.Node): boolean {
  return ts.isNewExpression(parent) || ts.isLiteralTypeNode(parent);
}

describe('the texts of the pages', () => {
  for (const language of pageLanguages) {
    it(`are complete in the bundle ${language}`, () => {
      assert.deepEqual(bundleProblems(texts, bundleOf(language), language), []);
    });
  }

  it('have a bundle for each language of the pages, and for no other', () => {
    const bundles = readdirSync('l10n').filter((file) => file.startsWith('panel.'));
    assert.deepEqual(bundles.sort(), pageLanguages.map((each) => `panel.${each}.json`).sort());
  });

  it('come from the table', () => {
    const files = sourceFiles('webview').filter(
      (file) => !/^webview\/l10n\/(\w+-)?texts\.ts$/.test(file),
    );
    assert.deepEqual(scanAll(files, ownText), []);
  });

  it('give each plural form of English, with a number or a blank in it', () => {
    assert.deepEqual(bundleProblems(texts, texts, 'en'), []);
  });
});

describe('the check of the texts', () => {
  it('reports a bundle that lacks a text, has one too many or other placeholders', () => {
    const english = { a: 'A', b: '{name}', c: '{n, plural, one {# file} other {# files}}', d: 'D' };
    const german = { b: '{nam}', c: '{n, plural, other {# Dateien}}', d: 'D {', e: 'E' };
    assert.deepEqual(bundleProblems(english, german, 'de'), [
      'e: is no text of the pages',
      'a: has no text',
      'b: has other placeholders',
      'c: has not the forms one, other',
      'd: has a brace that is no placeholder',
    ]);
    const chinese = { a: 'A', b: '{name}', c: '{n} 个文件', d: 'D' };
    assert.deepEqual(bundleProblems(english, chinese, 'zh-cn'), []);
  });

  it('reports texts in the source of a page, and nothing else', () => {
    const folder = path.join(probesFolder, 'panel-texts');
    const found = scanAll([path.join(folder, 'page.tsx')], ownText);
    assert.deepEqual(
      found.map((line) => path.relative(folder, line)).sort(),
      expectedBreaks(folder),
    );
  });
});
