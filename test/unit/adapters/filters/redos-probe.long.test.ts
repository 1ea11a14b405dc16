import assert from 'node:assert/strict';
import { findBacktrackingLine } from '../../../../src/adapters/filters/redos-probe';

/** Exponential or at least cubic, each in its own way. */
const evil = [
  String.raw`(a+)+$`,
  String.raw`([a-zA-Z]+)*$`,
  String.raw`(a|aa)+$`,
  String.raw`(a|a?)+$`,
  String.raw`(.*a){12}$`,
  String.raw`^(\w+\s?)*$`,
  String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
  String.raw`(x+x+)+y`,
  String.raw`(\d+\.?)+$`,
  String.raw`^(.*?,){11}P`,
  String.raw`(?:(\w+)-?)+:`,
  String.raw`(foo|foobar|bar)+$`,
  String.raw`^(a|[^b])*c$`,
  String.raw`(.|\s)*x$`,
  String.raw`\s+\s+\s+\s+$`,
  String.raw`(?=(a+)+$)b`,
  String.raw`^foo: (a+)+$`,
  String.raw`^(?:\s*\w+\s*,?)+$`,
  String.raw`(\w|\d)*x$`,
  String.raw`^([a-z0-9]+[-_]?)+\.com$`,
  String.raw`"(\\.|[^"]|\\")*"$`,
  String.raw`(?:a*)*b`,
  String.raw`^(\S+\s*)+:$`,
  String.raw`([\w.]+)+@`,
  String.raw`^(0|[0-9])+$`,
  String.raw`^\s*(at\s+)?(.*\s)*\(`,
  String.raw`(\/\*(.|\n)*)*\*\/`,
  String.raw`^(?:[^"']+|"[^"]*"|'[^']*')*=$`,
  String.raw`^(\u00e9+)+x`,
  String.raw`(.+)+\1z`,
  String.raw`^(?<word>[^\x41]+)*\x41$`,
  String.raw`^(\p{L}+)*$`,
];

/** Patterns of users, and those of the specification's rules. */
const harmless = [
  String.raw`^Step \d+/\d+ : `,
  String.raw`^ ---> [a-f0-9]+$`,
  String.raw`^\s*$`,
  String.raw`.*error.*`,
  String.raw`error.*warning.*`,
  String.raw`^\s*at\s+.*\(.*:\d+:\d+\)\s*$`,
  String.raw`^\[INFO\] Download(?:ing|ed) from .*$`,
  String.raw`^npm (?:warn|notice)\b.*`,
  String.raw`^\s+Compiling [\w-]+ v\d+\.\d+\.\d+`,
  String.raw`(?:^|\s)FAILED(?:\s|$)`,
  String.raw`^={3,} .* ={3,}$`,
  String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z?`,
  String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`,
  String.raw`^\w+(?:\.\w+)*: \w+`,
  String.raw`^[^:]+:\d+:\d+: (?:error|warning): .*$`,
  String.raw`#\[warn\(([\w:]+)\)\]`,
  String.raw`^\s*--> (\S+:\d+)`,
  String.raw`^(?:ok|not ok) \d+ - .*$`,
  String.raw`\bport=\d+\b`,
  String.raw`^added \d+ packages?(?:, and audited \d+ packages?)? in .*$`,
  String.raw`^(?!.*error).*$`,
  String.raw`^\s*[|/\\-]+\s*$`,
  String.raw`^>+ .*`,
  String.raw`(\d+)%\s+\[=*>?\s*\]`,
  String.raw`^Removing intermediate container [0-9a-f]+`,
  String.raw`(?:a|b|c)+$`,
  String.raw`^.{0,80}$`,
  String.raw`^(?:[^,]*,){3}x`,
  String.raw`\s+$`,
  String.raw`.*foo.*bar`,
  String.raw`^(\w)\1{3}$`,
  String.raw`[\]a-z\\]+`,
];

describe('a user-written pattern', () => {
  for (const source of evil) {
    it(`is rejected if it can backtrack without bound: ${source}`, async () => {
      const line = await findBacktrackingLine(
        new RegExp(source, source.includes('\\p') ? 'u' : ''),
      );
      assert.notEqual(line, undefined);
    });
  }

  for (const source of harmless) {
    it(`is accepted if it is harmless: ${source}`, async () => {
      assert.equal(await findBacktrackingLine(new RegExp(source)), undefined);
    });
  }
});
