import assert from 'node:assert/strict';
import fc from 'fast-check';
import { markArgument, markCommand, markValue } from '../../../../src/core/base/exact-text';

describe('exact text', () => {
  const suspect: readonly (readonly [what: string, text: string, shown: string])[] = [
    ['a Cyrillic letter among Latin ones', 'cat p\u0430ss', 'cat p⟨U+0430⟩ss'],
    ['a Latin letter among Cyrillic ones', 'ls кoт', 'ls ⟨U+043A⟩o⟨U+0442⟩'],
    ['a Greek letter among Latin ones', 'npm run \u03BFk', 'npm run ⟨U+03BF⟩k'],
    ['Cyrillic with Greek', 'ls \u0430\u03BF', 'ls ⟨U+0430⟩⟨U+03BF⟩'],
    [
      'a word of Cyrillic letters that are drawn like Latin ones',
      'сору x',
      '⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩ x',
    ],
    [
      'such a word beside quotes of its language',
      'сору "в архив"',
      '⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩ "в архив"',
    ],
    [
      'such a word in quotes of another language',
      "echo '日本 сору'",
      "echo '日本 ⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩'",
    ],
    ['such a word with a digit', './сору2', './⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩2'],
    ['one such letter', 'а=1', '⟨U+0430⟩=1'],
    [
      'a word of Greek capitals that are drawn like Latin ones',
      'ΕΧΙΤ',
      '⟨U+0395⟩⟨U+03A7⟩⟨U+0399⟩⟨U+03A4⟩',
    ],
    [
      'a word of Armenian letters that are drawn like Latin ones',
      'հսց',
      '⟨U+0570⟩⟨U+057D⟩⟨U+0581⟩',
    ],
    ['a digit of another script alone', 'kill ৪', 'kill ⟨U+09EA⟩'],
    ['an Armenian letter among Latin ones', 'g\u0585', 'g⟨U+0585⟩'],
    ['a Cherokee letter, which no file name needs', 'ls \u13AA', 'ls ⟨U+13AA⟩'],
    ['letters of full width', 'ｒｍ x', '⟨U+FF52⟩⟨U+FF4D⟩ x'],
    ['small capitals', 'ʀm x', '⟨U+0280⟩m x'],
    ['a letter of phonetics', '\u0261it push', '⟨U+0261⟩it push'],
    ['two letters in one', 'ls \uFB01x', 'ls ⟨U+FB01⟩x'],
    ['a small Roman number', 'rm \u2170', 'rm ⟨U+2170⟩'],
    ['a sign of temperature', 'ls \u212A', 'ls ⟨U+212A⟩'],
    ['a raised letter', 'ls a\u02B3', 'ls a⟨U+02B3⟩'],
    ['a slash of division', 'rm a\u2215b', 'rm a⟨U+2215⟩b'],
    ['a slash of fractions', 'rm a\u2044b', 'rm a⟨U+2044⟩b'],
    ['a hyphen that is none', 'rm \u2010rf x', 'rm ⟨U+2010⟩rf x'],
    ['a minus', 'rm \u2212rf x', 'rm ⟨U+2212⟩rf x'],
    ['a dot that leads', 'rm \u2024\u2024/x', 'rm ⟨U+2024⟩⟨U+2024⟩/x'],
    ['a question mark of Greek', 'ls a\u037Eb', 'ls a⟨U+037E⟩b'],
    ['a wide semicolon', 'ls a\uFF1Bb', 'ls a⟨U+FF1B⟩b'],
    ['a stroke', 'ls a\u2223b', 'ls a⟨U+2223⟩b'],
    ['a line of a box', 'ls a\u2502b', 'ls a⟨U+2502⟩b'],
    ['wide quotes', 'echo \uFF02a\uFF02', 'echo ⟨U+FF02⟩a⟨U+FF02⟩'],
    ['a prime', 'echo \u2032a', 'echo ⟨U+2032⟩a'],
    ['a click of a language', 'ls \u01C0 x', 'ls ⟨U+01C0⟩ x'],
    ['a wide dollar', 'echo \uFF04HOME', 'echo ⟨U+FF04⟩HOME'],
    ['a wide bracket', 'echo \uFF08x', 'echo ⟨U+FF08⟩x'],
    ['a colon of ratios', 'ls C\u2236x', 'ls C⟨U+2236⟩x'],
    ['a styled letter', '\u{1D42B}m x', '⟨U+1D42B⟩m x'],
    ['a digit of another script', 'kill ৪0', 'kill ⟨U+09EA⟩0'],
    ['a second mark on a letter', 'ls e\u0301\u0302', 'ls e\u0301⟨U+0302⟩'],
    ['a pile of marks', 'ls o\u0336\u0337\u0338', 'ls o\u0336⟨U+0337⟩⟨U+0338⟩'],
    ['a mark on a sign', 'a;\u0338b', 'a;⟨U+0338⟩b'],
    ['a mark at the very start', '\u0301ls', '⟨U+0301⟩ls'],
    ['a Hebrew letter', 'rm \u05D0.txt', 'rm ⟨U+05D0⟩.txt'],
    ['an Arabic letter', 'rm \u0628', 'rm ⟨U+0628⟩'],
    ['an N’Ko letter', 'rm \u07CA', 'rm ⟨U+07CA⟩'],
    ['an Adlam letter beyond the first plane', 'rm \u{1E900}', 'rm ⟨U+1E900⟩'],
    ['a letter that a later Unicode may put there', 'rm \u{1EEFF}', 'rm ⟨U+1EEFF⟩'],
    ['an embedding from right to left', 'a\u202Bb', 'a⟨U+202B⟩b'],
    ['an isolate', 'a\u2066b', 'a⟨U+2066⟩b'],
    ['a private character', 'ls \uE000', 'ls ⟨U+E000⟩'],
    ['a private character beyond the first plane', 'ls \u{F0000}', 'ls ⟨U+F0000⟩'],
    ['a character that is none', 'ls \uFFFF', 'ls ⟨U+FFFF⟩'],
    ['an unassigned code point', 'ls \u0378', 'ls ⟨U+0378⟩'],
    ['a zero-width space', 'rm\u200B-rf', 'rm⟨U+200B⟩-rf'],
    ['a joiner between letters', 'r\u200Dm', 'r⟨U+200D⟩m'],
    ['a selector behind a letter', 'rm\uFE0F', 'rm⟨U+FE0F⟩'],
    ['a tag behind a picture', '\u{1F3F4}\u{E0067}', '\u{1F3F4}⟨U+E0067⟩'],
    ['a soft hyphen', 'pass\u00ADwd', 'pass⟨U+00AD⟩wd'],
    ['a no-break space', 'rm\u00A0x', 'rm⟨U+00A0⟩x'],
    ['a hangul filler', 'a\u3164b', 'a⟨U+3164⟩b'],
    ['a carriage return', 'rm x\rls', 'rm x⟨U+000D⟩ls'],
    ['an escape sequence', 'ls \u001B[2K', 'ls ⟨U+001B⟩[2K'],
    ['a lone surrogate', 'ls \uD800', 'ls ⟨U+D800⟩'],
    ['blanks that push text out of sight', `ls${' '.repeat(40)};x`, 'ls⟨40 × ␣⟩;x'],
    ['a mark that the command writes itself', 'ls ⟨U+202E⟩', 'ls ⟨U+27E8⟩U+202E⟨U+27E9⟩'],
    ['counted blanks that it writes itself', 'a⟨40 × ␣⟩', 'a⟨U+27E8⟩40 × ␣⟨U+27E9⟩'],
  ];
  for (const [what, text, shown] of suspect) {
    it(`marks ${what}`, () => assert.equal(markCommand(text), shown));
  }

  const ordinary = [
    'npm test && git commit -m "größer, später" docs/Übersicht.md',
    'cat "Été/œuvre à Noël.txt" smørrebrød żółć ğ ı ñandú',
    'cat "E\u0301te\u0301.txt"',
    'ls 会議メモ_最終版.txt ひらがな.txt ラーメン.md か\u3099',
    'cat 报告2024.docx 卡拉OK.txt A股.csv TシャツV2.png （最終）.txt',
    'cat 한국어.txt 大韓民國한글.txt',
    'cat отчёт.txt файл_test.txt Привет-world.md копия РОССИЯ',
    'cat Ελληνικά.txt Αθήνα2024.md',
    'cat हिन्दी.txt ภาษาไทย.txt ที่นี่ தமிழ் ქართული አማርኛ Հայերեն',
    'git commit -m "Тест: а также ресурс с кодом" && echo \'ο λόγος\'',
    'echo “quoted” — 5 µm ½ café™ → ≤ 10 €',
    'git commit -m "🎉 ⚠️ 👩🏽‍💻 ❤️ 🇩🇪 done"',
    'for f in *; do\n    wc -l "$f"\ndone',
  ];
  for (const text of ordinary) {
    it(`leaves ${JSON.stringify(text)} as it is`, () => assert.equal(markCommand(text), text));
  }

  it('leaves a text in a language with letters of its own as it is', () => {
    assert.equal(
      markArgument('# Тест\n\nРесурс с кодом, а не сор.\n'),
      '# Тест\n\nРесурс с кодом, а не сор.\n',
    );
    assert.equal(markArgument('src/сору.js'), 'src/⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩.js');
  });

  it('keeps the layout of a file, but not what hides in it', () => {
    const text = `all:\n\tgo test\r\n\n\n\n\n${' '.repeat(40)}x`;
    assert.equal(markArgument(text), text);
    assert.deepEqual(markValue({ 'a\u200B': ['b\u202E', 1, null, { c: true }] }), {
      'a⟨U+200B⟩': ['b⟨U+202E⟩', 1, null, { c: true }],
    });
  });

  it('shows two different commands differently, and leaves nothing to mark', () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom('⟨', '⟩', 'U+202E', '\u202E', '40 × ␣', ' '.repeat(40), '\n'.repeat(9)),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
    );
    fc.assert(
      fc.property(parts, parts, (first, second) => {
        const [one, two] = [first.join(''), second.join('')];
        const brackets = /⟨(?:U\+[0-9A-F]{4,6}|\d+ × [␣↵])⟩/g;
        const shown = markCommand(one);
        assert.doesNotMatch(shown.replace(brackets, ''), /[⟨⟩\p{Co}\p{Cn}\p{Bidi_Control}]/u);
        if (one !== two) assert.notEqual(shown, markCommand(two));
      }),
    );
  });
});
