import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rules } from '../mutations/mutation';
import { type Citable, unknownCitations } from './citations';
import { parseDecisions, parseRequirements, problemsOfRequirements } from './doc-pages';
import { probesFolder } from './probe-comments';

const probes = path.join(probesFolder, 'requirements');

function readPages(folder: string) {
  const requirements = parseRequirements(
    readFileSync(path.join(folder, 'requirements.md'), 'utf8'),
  );
  const decisions = parseDecisions(readFileSync(path.join(folder, 'decisions.md'), 'utf8'));
  const citable: Citable = {
    requirements: new Set(requirements.map(({ id }) => id)),
    decisions: new Set(decisions),
  };
  return { requirements, decisions, citable };
}

/** The files whose comments and titles may cite, and the pages themselves. */
function citingFiles(): readonly string[] {
  return ['src', 'webview', 'test', 'docs']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.replaceAll(path.sep, '/')),
      ),
    )
    .filter((file) => /\.(tsx?|mjs|cjs|css|md)$/.test(file))
    .filter((file) => !/^test\/(fixtures\/(?!shell\/)|bench\/rivals|arch\/probes)/.test(file))
    .filter((file) => !file.endsWith('.gen.ts'));
}

/** The texts after `breaks: ` in a probe, sorted. */
function expected(file: string): readonly string[] {
  const text = readFileSync(path.join(probes, file), 'utf8');
  return [...text.matchAll(/breaks: (.*?)(?: -->)?$/gm)].map((match) => match[1] ?? '').sort();
}

describe('docs/requirements.md', () => {
  const { requirements, decisions, citable } = readPages('docs');

  it('has a sentence, a source and an existing test in every row, and each id once', () => {
    assert.deepEqual(problemsOfRequirements(requirements, 'test'), []);
    assert.ok(requirements.length > 250, 'the rows were read');
  });

  it('has a row or a decision for every rule that a mutation removes', () => {
    const missing = rules.filter((rule) => {
      const name = /^decision (.+)$/.exec(rule)?.[1];
      return name === undefined ? !citable.requirements.has(rule) : !citable.decisions.has(name);
    });
    assert.deepEqual(missing, []);
  });

  it('answers each question once', () => {
    assert.deepEqual(
      decisions.filter((name, index) => decisions.indexOf(name) !== index),
      [],
    );
    assert.ok(decisions.length > 100, 'the entries were read');
  });

  it('and docs/decisions.md contain everything that comments and titles cite', () => {
    const found = citingFiles().flatMap((file) =>
      unknownCitations(readFileSync(file, 'utf8'), citable).map((what) => `${file}: ${what}`),
    );
    assert.deepEqual(found, []);
  });
});

describe('the checks of docs/requirements.md', () => {
  const { requirements, citable } = readPages(probes);

  it('report exactly the broken rows', () => {
    const found = problemsOfRequirements(requirements, probes);
    assert.deepEqual([...found].sort(), expected('requirements.md'));
  });

  it('report exactly the citations without a target', () => {
    const text = readFileSync(path.join(probes, 'citations.txt'), 'utf8');
    const found = text
      .split('\n\n')
      .flatMap((part) => unknownCitations(part.replace(/^breaks: .*$/gm, ''), citable));
    assert.deepEqual([...found].sort(), expected('citations.txt'));
  });
});
