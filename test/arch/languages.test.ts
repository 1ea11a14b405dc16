import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import * as z from 'zod';
import { commands } from '../../src/core/contracts/commands';
import { shellPredicates, writtenPredicates } from './shell-predicates';
import { scanAll, type Finding } from './source-scan';
import { readSource, sourceFiles } from './source-text';

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

interface SourceTexts {
  /** Each English text, which is its key too. */
  readonly texts: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Messages of failures and faults of patterns that are plain texts: users would read English. */
const plainFailure: Finding = (node) => {
  const isMade = ts.isCallExpression(node) || ts.isNewExpression(node);
  const maker = isMade ? node.expression.getText() : '';
  if (!isMade || !/^(failure|SyntaxError)$/.test(maker)) return undefined;
  const message = node.arguments?.[maker === 'failure' ? 1 : 0];
  const isPlain =
    message !== undefined && (ts.isStringLiteralLike(message) || ts.isTemplateExpression(message));
  return isPlain ? message.getText() : undefined;
};

/** A message of a schema that is a plain text: a user would read it in English. */
const plainCheck: Finding = (node) => {
  const isCheck = ts.isCallExpression(node) && node.expression.getText().endsWith('.refine');
  const [, message] = isCheck ? node.arguments : [];
  return message !== undefined && /^['"`]/.test(message.getText()) ? message.getText() : undefined;
};

/** What is the same in each language: names, units, fields of the audit log, and what programs read. */
const staysEnglish = new Set([
  ...['VS Code', 'GitHub Copilot', 'JSON Lines', 'npm test', 'writer seq prev'],
  ...['gpt-4.1 or meta-llama/llama-3.3-70b', 'Gatehouse checks that it can write here.'],
  ...['… UTC', '… ms', 'Gatehouse …', '/tool … …'],
]);

/** Words in a view that do not pass `t` or `say`. A list of fields has `_`, a summary is for the log. */
const wordsOfView: Finding = (node) => {
  const text = literalOf(node);
  const isWords = /\p{L}{2} (?:\p{L}{2}|[(…])|… \p{L}{2}/u.test(text) && !text.includes('_');
  return isWords && !staysEnglish.has(text) && !isTranslated(node) ? text : undefined;
};

/** A literal with `…` for each value; empty for another node. */
function literalOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** Words in the title that a tool makes of its arguments: it is the same in each language. */
const wordsOfTitle: Finding = (node) => {
  const text = literalOf(node);
  const isTitle = ts.findAncestor(
    node,
    (each) => ts.isPropertyAssignment(each) && each.name.getText() === 'label',
  );
  return isTitle && /\p{L}{2}/u.test(text) ? text : undefined;
};

function isTranslated({ parent }: ts.Node): boolean {
  if (ts.isTaggedTemplateExpression(parent) || ts.isNewExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent)) return parent.name.getText() === 'summary';
  return (
    ts.isCallExpression(parent) && /^(t|.*\.(warn|error|info))$/.test(parent.expression.getText())
  );
}

/** The message of a sentence, with `{0}` for the first value. */
function messageOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const values = template.templateSpans.map(({ literal }, at) => `{${String(at)}}${literal.text}`);
  return template.head.text + values.join('');
}

/** The texts that source passes to `t`, literals made when they are shown, and its sentences. */
function textsOf(file: string, source: string): SourceTexts {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const texts: Record<string, string> = {};
  const problems: string[] = [];
  const visit = (node: ts.Node, isAtLoad: boolean): void => {
    if (ts.isCallExpression(node) && node.expression.getText(parsed) === 't') {
      const [message] = node.arguments;
      const line = parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1;
      const place = `${file}:${String(line)}`;
      if (message !== undefined && ts.isStringLiteralLike(message)) {
        texts[message.text] = message.text;
      } else problems.push(`${place}: the text is no literal`);
      if (isAtLoad) problems.push(`${place}: made before the language is known`);
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(parsed) === 'say') {
      const message = messageOf(node.template);
      texts[message] = message;
    }
    node.forEachChild((child) => visit(child, isAtLoad && !ts.isFunctionLike(child)));
  };
  visit(parsed, true);
  return { texts, problems };
}

const makesTexts = (file: string) => /[\\/]language'|\bsay\b/.test(readSource(file));
const sources = sourceFiles('src')
  .filter((file) => makesTexts(file) && !file.endsWith('window/language.ts'))
  .map((file) => textsOf(file, readSource(file)));
/** The sentences of `sayThat`. */
const fromTables = [...shellPredicates].map((predicate) => `{0} ${predicate}`);
const shownTexts = Object.fromEntries([
  ...sources.flatMap(({ texts }) => Object.entries(texts)),
  ...fromTables.map((text) => [text, text] as const),
]);

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

  it('finds sentences, and texts that are computed or made too early', () => {
    const source =
      "const a = t('a');\nconst b = () => [t('b {0}', 1), t(`c${d}`), say`${e} is ${f}`];";
    assert.deepEqual(textsOf('x.ts', source), {
      texts: { a: 'a', 'b {0}': 'b {0}', '{0} is {1}': '{0} is {1}' },
      problems: ['x.ts:1: made before the language is known', 'x.ts:2: the text is no literal'],
    });
  });

  it('come from literals', () => {
    assert.deepEqual(
      sources.flatMap(({ problems }) => problems),
      [],
    );
    assert.ok(Object.keys(shownTexts).length > 50);
  });

  it('name commands as VS Code lists them', () => {
    const titles = Object.values(commands).map(({ title }) => title.replace('…', ''));
    const english = titles
      .map((title) => `Gatehouse: ${title}`)
      .filter((name) => !/Tools$/.test(name));
    for (const language of languages) {
      const texts = Object.values(readTexts(`l10n/bundle.l10n.${language}.json`));
      const wrong = texts.filter((text) => english.some((name) => text.includes(name)));
      assert.deepEqual(wrong, [], language);
    }
  });

  it('are what each failure of the source says', () => {
    assert.deepEqual(scanAll(sourceFiles('src'), plainFailure), []);
  });

  it('are what each check of a schema says', () => {
    assert.deepEqual(scanAll(sourceFiles('src/core/contracts/settings'), plainCheck), []);
    assert.deepEqual(scanAll(sourceFiles('src/core/contracts/mcp'), plainCheck), []);
  });

  it('are not in titles of calls, which have no words', () => {
    assert.deepEqual(scanAll(sourceFiles('src/core/tools'), wordsOfTitle), []);
  });

  it('are all words of the views, except those of the support bundle, which others read', () => {
    const views = sourceFiles('src/host/views').filter((file) => !/support-bundle/.test(file));
    assert.deepEqual(scanAll(views, wordsOfView), []);
  });

  it('finds plain words in a view, in a check of a schema and in a title', () => {
    const source =
      "const a = ['by rule', `ask ${b} first`, 'you (typed)', t('by rule'), say`by rule`, 'VS Code'];" +
      "const c = z.string().refine(d, 'Too long.').refine(d, { params: e });" +
      'const f = { label: () => `${g} in ${h}`, name: `${g} in ${h}` };';
    const parsed = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
    const found: (string | undefined)[] = [];
    const visit = (node: ts.Node): void => {
      found.push(wordsOfView(node), plainCheck(node), wordsOfTitle(node));
      node.forEachChild(visit);
    };
    visit(parsed);
    assert.deepEqual(found.filter(Boolean), [
      ...[
        'by rule',
        'ask … first',
        'you (typed)',
        "'Too long.'",
        'Too long.',
        '… in …',
        '… in …',
        '… in …',
      ],
    ]);
  });

  it('finds a failure with a plain text', () => {
    const source =
      "failure('a', 'b c'); failure('a', `b ${c}`); failure('a', say`b`); new SyntaxError('b');";
    const parsed = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
    const found: (string | undefined)[] = [];
    const visit = (node: ts.Node): void => {
      found.push(plainFailure(node));
      node.forEachChild(visit);
    };
    visit(parsed);
    assert.deepEqual(found.filter(Boolean), ["'b c'", '`b ${c}`', "'b'"]);
  });

  it('know what each table of the shell says', () => {
    assert.deepEqual(
      writtenPredicates.filter((predicate) => !shellPredicates.has(predicate)),
      [],
    );
    assert.ok(shellPredicates.size > 80);
  });

  for (const language of languages) {
    it(`are complete for host and core: ${language}`, () => {
      const bundle = readTexts(`l10n/bundle.l10n.${language}.json`);
      assert.deepEqual(problemsOf(bundle, shownTexts), []);
    });

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
