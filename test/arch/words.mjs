// @ts-check
/**
 * Words that we do not use (docs/glossary.md), a part of `npm run words`: in comments and texts of
 * the product, in the documentation, and in the titles of tests.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * What we do not write, and what to write instead. A blank is any gap, also over the end of a line
 * of a comment.
 *
 * @type {readonly (readonly [RegExp, string])[]}
 */
const banned = [
  [/\b(?:the|a|each|any) persons?\b/gi, 'the user'],
  [/\banew\b/gi, 'again'],
  [/\bnobody\b/gi, 'no one, or the passive'],
  [/\bsomebody\b/gi, 'someone, the user, or the passive'],
  // But for the key `told` of stored chats.
  [/\bt(?:ells|old)\b(?!: (?:\[|itemsOf|shownNotices)|')/gi, 'shows, reports, notifies'],
  [/\bstands? (?:in|at|before|behind|beside|there|by)\b(?! for)/gi, 'is'],
  [/\bbeside\b/gi, 'next to, with, in addition to'],
  [/\bway back\b/gi, 'undo'],
];

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => !/(^test\/(fixtures|bench\/rivals|arch\/probes)\/|\.gen\.ts$)/.test(file));
}

/**
 * A source as its sentences are read: the end of a line in a comment is a blank, and lines keep
 * their count.
 *
 * @param {string} source
 */
function unfolded(source) {
  return source.replace(/\n\s*(?:\*|\/\/) /g, '\r');
}

/** @param {string} source */
function titlesOnly(source) {
  const title = /\b(?:it|describe|check)(?:\.\w+)?\(\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g;
  let rest = '';
  let end = 0;
  for (const match of source.matchAll(title)) {
    rest += source.slice(end, match.index).replace(/[^\n]/g, '') + match[0];
    end = match.index + match[0].length;
  }
  return rest;
}

/**
 * @param {string} file
 * @param {string} text
 */
function findBanned(file, text) {
  const source = text.replaceAll('\r', ' ');
  return banned.flatMap(([pattern, instead]) =>
    [...source.matchAll(pattern)].map((match) => {
      const line = text.slice(0, match.index).split(/[\n\r]/).length;
      return `${file}:${String(line)}: "${match[0]}" - write ${instead}`;
    }),
  );
}

function bannedWords() {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
  const product = ['src', 'webview'].flatMap(filesBelow).filter((file) => /\.tsx?$/.test(file));
  const pages = filesBelow('docs').filter((file) => /(?<!glossary)\.md$/.test(file));
  const tests = filesBelow('test').filter((file) => /\.(ts|mjs)$/.test(file));
  return [
    ...product.flatMap((file) => findBanned(file, unfolded(read(file)))),
    ...[...pages, 'README.md', 'package.json'].flatMap((file) => findBanned(file, read(file))),
    ...tests.flatMap((file) => findBanned(file, titlesOnly(read(file)))),
  ];
}

const found = bannedWords();
for (const line of found) console.log(line);
console.log(`${String(found.length)} words that we do not use.`);
process.exitCode = found.length === 0 ? 0 : 1;
