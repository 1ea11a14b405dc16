import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { rules } from '../mutations/mutation';
import { mutations } from '../mutations/table';

/** True if a title in the test file begins with the rule, literally or computed. */
function hasTitle(file: string, rule: string): boolean {
  const text = readFileSync(file, 'utf8');
  const title = (begin: string) => new RegExp(`\\b(it|describe)\\(\\s*['"\`]${begin}: `).test(text);
  return title(rule) || (title('\\$\\{\\w+\\}') && text.includes(`'${rule}'`));
}

describe('the mutation table', () => {
  it('has exactly the numbered rules', () => {
    const mutated = new Set(mutations.map(({ rule }) => rule));
    assert.deepEqual([...mutated].sort(), [...rules].sort());
  });

  for (const { rule, does, file, find, replace, tests } of mutations) {
    it(`${rule} can be removed: ${does}`, () => {
      const text = readFileSync(file, 'utf8');
      assert.equal(text.split(find).length, 2, `${file} holds it once`);
      // Throws if the mutated file is no TypeScript.
      transformSync(
        text.replace(find, () => replace),
        { loader: 'ts' },
      );
      assert.equal(find.includes('\n'), false);
      assert.notEqual(find, replace);
      assert.match(file, /^src\//, 'it changes the product');
      for (const test of tests) assert.ok(hasTitle(test, rule), `${test} has a test of ${rule}`);
    });
  }

  it('has no duplicate mutation', () => {
    const texts = mutations.map(({ rule, file, find, replace }) => [rule, file, find, replace]);
    assert.equal(new Set(texts.map((text) => JSON.stringify(text))).size, mutations.length);
  });
});
