import assert from 'node:assert/strict';
import { textsIn } from '../../../../webview/l10n/language';
import { fill, placeholders } from '../../../../webview/l10n/message';
import { texts } from '../../../../webview/l10n/texts';

const english = {
  open: 'Open file',
  files: '{count, plural, one {# file} other {# files}}',
  both: '{files, plural, one {# file} other {# files}} in {folders, plural, one {# folder} other {# folders}} of {place}',
} as const;

describe('the texts of a language', () => {
  it('are those of the bundle, and English ones where that has none', () => {
    const { t } = textsIn(english, 'de', { open: 'Datei öffnen' });
    assert.equal(t('open'), 'Datei öffnen');
    assert.equal(t('files', { count: 2 }), '2 files');
  });

  it('have the plural form of the language', () => {
    const counts = [0, 1, 2, 5, 21];
    const inLanguage = (language: string, files: string) =>
      counts.map((count) => textsIn(english, language, { files }).t('files', { count }));
    const two = '{count, plural, one {# Datei} other {# Dateien}}';
    assert.deepEqual(inLanguage('de', two), [
      ...['0 Dateien', '1 Datei', '2 Dateien', '5 Dateien', '21 Dateien'],
    ]);
    const one = '{count, plural, other {# 个文件}}';
    assert.deepEqual(
      inLanguage('zh-CN', one),
      counts.map((count) => `${count} 个文件`),
    );
    const four = '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}';
    assert.deepEqual(inLanguage('pl', four), [
      ...['0 plików', '1 plik', '2 pliki', '5 plików', '21 plików'],
    ]);
  });

  it('choose the form of each number of a sentence, in any order', () => {
    const both =
      'In {place}: {folders, plural, one {# Ordner} other {# Ordner}}, {files, plural, one {# Datei} other {# Dateien}}';
    const values = { files: 1, folders: 2, place: 'demo' };
    assert.equal(textsIn(english, 'en').t('both', values), '1 file in 2 folders of demo');
    assert.equal(textsIn(english, 'de', { both }).t('both', values), 'In demo: 2 Ordner, 1 Datei');
  });

  it('write numbers as the language does, and texts as they are', () => {
    const text = { size: '{size}' } as const;
    assert.equal(textsIn(text, 'en').t('size', { size: 12_345.5 }), '12,345.5');
    assert.equal(textsIn(text, 'de').t('size', { size: 12_345.5 }), '12.345,5');
    assert.equal(textsIn(text, 'de').t('size', { size: '12345 {size}' }), '12345 {size}');
  });

  it('keep elements as they are, in the place of the language', () => {
    const text = { moved: 'moved from {path}' } as const;
    const path = { type: 'bdi' };
    const { rich } = textsIn(text, 'de', { moved: 'von {path} verschoben' });
    assert.deepEqual(rich('moved', { path }), ['von ', path, ' verschoben']);
  });

  it('show a placeholder that they are given no value for', () => {
    const forms = { number: new Intl.NumberFormat('en'), plural: new Intl.PluralRules('en') };
    assert.deepEqual(fill('a {b} c', {}, forms).join(''), 'a {b} c');
  });

  it('all come out whole in a language that is nothing but marks', () => {
    for (const [key, text] of Object.entries(texts)) {
      const marked = { text: `⟦${text}⟧` };
      const names = [...placeholders(text).entries()];
      const values = Object.fromEntries(
        names.map(([name, forms]) => [name, forms.length > 0 ? 2 : `<${name}>`]),
      );
      const forms = { number: new Intl.NumberFormat('en'), plural: new Intl.PluralRules('en') };
      const shown = fill(marked.text, values, forms).join('');
      assert.match(shown, /^⟦[^{}]+⟧$/, key);
      for (const [name, plural] of names) {
        assert.ok(shown.includes(plural.length > 0 ? '2' : `<${name}>`), `${key}: ${name}`);
      }
    }
  });
});
