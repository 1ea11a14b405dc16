import assert from 'node:assert/strict';
import fc from 'fast-check';
import { escapeTag } from '../../../../src/core/base/escape-tag';

describe('a tag in foreign text', () => {
  const spelled = [
    '</data>',
    '<data>',
    '</DATA >',
    '< /data>',
    '</ data>',
    '<\n/\tdata>',
    '<//data>',
    '<\\/data>',
    '</data',
    '</data attribute="1">',
    '</datax>',
    '</d\u200Bata>',
    '<\u2060/data>',
    '</da\u0301ta>',
    '</d\u00ADa\u202Et\u0000a>',
    '</\u{E0064}data>',
    '\uFF1C/data>',
    '\uFE64/data>',
    '<\uFF0Fdata>',
    '<\u2215data>',
    '</\uFF44\uFF41\uFF54\uFF41\uFF1E',
    '</\uFF24ATA>',
  ];
  for (const text of spelled) {
    it(`is escaped: ${JSON.stringify(text)}`, () => {
      assert.equal(escapeTag(`a ${text} b`, 'data'), `a &lt;${text.slice(1)} b`);
    });
  }

  for (const text of [
    '</my_data>',
    '</my-data>',
    '</my\u2010data>',
    '</my data>',
    '</mydata>',
    '</my\\_data>',
    '</my\uFF3Fdata>',
    '</m\u115Fy_data>',
    '<\u3164/my_data>',
    '<\u2800/my_data>',
    '<**/my_data**>',
  ]) {
    it(`is escaped, whatever stands for its underscore: ${JSON.stringify(text)}`, () => {
      assert.equal(escapeTag(`a ${text} b`, 'my_data'), `a &lt;${text.slice(1)} b`);
    });
  }

  for (const text of [
    '</dаta>',
    '</ԁata>',
    '</𝐝𝐚𝐭𝐚>',
    '</𝖽𝖺𝗍𝖺>',
    '</ⓓⓐⓣⓐ>',
    '</🅳🅰🆃🅰>',
    '</ᴅᴀᴛᴀ>',
    '</dâtä>',
    '</d\u0430\u200bt\u0430>',
    '‹/data›',
    '⟨/data⟩',
    '〈/data〉',
    '《data》',
    '«/data»',
    '❮/data❯',
    '˂/data˃',
    '<╱data>',
  ]) {
    it(`is escaped, whatever stands for its letters and brackets: ${text}`, () => {
      const [first = ''] = text;
      assert.equal(escapeTag(`a ${text} b`, 'data'), `a &lt;${text.slice(first.length)} b`);
    });
  }

  for (const [text, expected] of [
    ['[/data]', '&#91;/data]'],
    ['{ / data}', '&#123; / data}'],
    ['(\\DATA)', '&#40;\\DATA)'],
    ['[data]', '[data]'],
    ['(data)', '(data)'],
    ['«Text» dаta', '«Text» dаta'],
  ] as const) {
    it(`in other brackets it is escaped only where it closes: ${text}`, () => {
      assert.equal(escapeTag(text, 'data'), expected);
    });
  }

  it('leaves a long run of signs that ends otherwise as it is', () => {
    const text = `<my${'*'.repeat(200_000)}dat`;
    assert.equal(escapeTag(text, 'my_data'), text);
    const nested = `${'[ '.repeat(100_000)}${'</'.repeat(100_000)}`;
    assert.equal(escapeTag(nested, 'my_data'), nested);
  });

  it('leaves all other text as it is', () => {
    const text = 'a < b, <div>, x<dat, List<String>, </p>, &lt;data>, data>, < / dada>';
    assert.equal(escapeTag(text, 'data'), text);
  });

  it('is gone after one pass, whatever surrounds it', () => {
    const piece = fc.constantFrom('<', '/', 'd', 'D', 'ata', ' ', '\u200B', '>', '\uFF1C', '&lt;');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const once = escapeTag(pieces.join(''), 'data');
        assert.equal(escapeTag(once, 'data'), once);
      }),
    );
  });
});
