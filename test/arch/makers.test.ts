import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { probeFiles, probesFolder } from './probe-comments';

/** The stage that may create each phase of a call (decision call-phases). */
const makers: Readonly<Record<string, string>> = {
  mintBound: 'core/pipeline/stages/binding.ts',
  mintValid: 'core/pipeline/stages/arguments.ts',
  mintClearedAutomatically: 'core/pipeline/stages/clear.ts',
  mintClearedByUser: 'core/pipeline/stages/clear.ts',
  mintOutcome: 'core/pipeline/around/execute.ts',
  mintSafe: 'core/pipeline/run-phases.ts',
};

function isMint(specifier: ts.Expression | undefined): boolean {
  return (
    specifier !== undefined && ts.isStringLiteral(specifier) && /\/brands$/.test(specifier.text)
  );
}

/** The creators that a statement imports by name; '*' if it imports the whole file. */
function importedBy(node: ts.Node): string[] {
  if (ts.isExportDeclaration(node) && isMint(node.moduleSpecifier)) return ['*'];
  if (ts.isCallExpression(node) && isMint(node.arguments[0])) return ['*'];
  if (!ts.isImportDeclaration(node) || !isMint(node.moduleSpecifier)) return [];
  const bindings = node.importClause?.namedBindings;
  if (bindings === undefined || ts.isNamespaceImport(bindings)) return ['*'];
  return bindings.elements.map((element) => (element.propertyName ?? element.name).text);
}

function makersUsed(folder: string, file: string): string[] {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    found.push(...importedBy(node).filter((name) => name === '*' || name.startsWith('mint')));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found.map((name) => `${file}: ${name}`);
}

describe('the phases of a call', () => {
  it('are each created by one stage only', () => {
    const used = probeFiles('src').flatMap((file) => makersUsed('src', file));
    const allowed = Object.entries(makers).map(([maker, file]) => `${file}: ${maker}`);
    assert.deepEqual(used.sort(), allowed.sort());
  });

  it('have no creator unknown to this test', () => {
    const text = readFileSync('src/core/pipeline/call/brands.ts', 'utf8');
    const exported = [...text.matchAll(/^export (?!interface|type)\w+ (\w+)/gm)];
    assert.deepEqual(
      exported.map((match) => match[1]),
      Object.keys(makers),
    );
  });

  it('cannot be created in another way', () => {
    const folder = path.join(probesFolder, 'makers');
    assert.deepEqual(
      probeFiles(folder).flatMap((file) => makersUsed(folder, file)),
      ['dynamic.ts: *', 'named.ts: mintBound', 'namespace.ts: *', 're-export.ts: *'],
    );
  });
});
