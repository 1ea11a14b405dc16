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
