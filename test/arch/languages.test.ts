import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import * as z from 'zod';

const languages = ['de', 'zh-cn'];

/** Texts that no native speaker reviewed come after this key, whose value says so. */
const machine = '@machine';

const textsSchema = z.record(z.string(), z.string());
const readTexts = (file: string) => textsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** What a text in another language must hold as it is: placeholders, code, links, icons. */
function fixedParts(text: string): readonly string[] {
  return (text.match(/\{\w+\}|`[^`]*`|\]\([^)]*\)|\$\([\w~-]+\)/g) ?? []).sort();
}

/** What is wrong with a bundle for `texts`, English by key. */
function problemsOf(
  bundle: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): readonly string[] {
  const { [machine]: mark, ...translated } = bundle;
  const missing = Object.keys(texts).filter((key) => (translated[key] ?? '') === '');
  const unused = Object.keys(translated).filter((key) => texts[key] === undefined);
  const differing = Object.entries(translated).filter(([key, text]) => {
    return String(fixedParts(text)) !== String(fixedParts(texts[key] ?? text));
  });
  return [
    ...missing.map((key) => `no text: ${key}`),
    ...unused.map((key) => `no such key: ${key}`),
    ...differing.map(([key]) => `other placeholders or code: ${key}`),
    ...(mark === undefined ? [`no mark ${machine}`] : []),
  ];
}

describe('texts in other languages', () => {
  it('finds what is missing, unused or differs', () => {
    const bundle = { [machine]: '', same: '{0} `a` {1}', other: '{0} `b`', unused: 'x', empty: '' };
    const texts = { same: '{1} of {0} `a`', other: '{0} `a`', empty: 'text' };
    assert.deepEqual(problemsOf(bundle, texts), [
      'no text: empty',
      'no such key: unused',
      'other placeholders or code: other',
    ]);
    assert.deepEqual(problemsOf({}, {}), ['no mark @machine']);
  });

  for (const language of languages) {
    it(`are complete for the manifest: ${language}`, () => {
      const bundle = readTexts(`package.nls.${language}.json`);
      assert.deepEqual(problemsOf(bundle, readTexts('package.nls.json')), []);
    });

    it(`are there for each page of the walkthrough: ${language}`, () => {
      const pages = readdirSync('media/walkthrough').filter((file) => !file.includes('.nls.'));
      const missing = pages
        .map((page) => `media/walkthrough/${page.replace(/md$/, `nls.${language}.md`)}`)
        .filter((file) => !existsSync(file));
      assert.deepEqual(missing, []);
    });
  }
});
