import { titlesOf } from './doc-pages';

/** Ids and names that comments and titles may cite. */
export interface Citable {
  readonly requirements: ReadonlySet<string>;
  readonly decisions: ReadonlySet<string>;
}

/** Ids of docs/requirements.md, anywhere: nothing else looks like them. */
const requirementId = /\b(?:00[0-4](?:-[a-z]+)+-\d+|INV-F?\d+[a-z]?)\b/g;
/** Short ids, which may occur in other texts by chance. */
const shortId = /\b[WG]\d{1,2}\b(?!-)/g;
const decision =
  /\bdecisions? ((?:\d{1,3}(?![\d-])|[a-z]+(?:-[a-z]+)+)(?:(?:, | and | to )(?:\d{1,3}(?![\d-])|[a-z]+(?:-[a-z]+)+))*)/g;

/** Documents outside the repository, in the forms in which they were once cited. */
const outsideText =
  /\bDESIGN\b|\bsecurity(?:\.md)? (?:section )?(?:T?\d)|\b(?:zeph|cogni-wink|peers|performance|aesthetics|ux|users|sandbox|house)(?:\.md| \d)/g;
/** A specification cited by its number alone; requirements have ids instead. */
const outsideProse =
  /(?<![\d,._/\\-])\b00[0-4](?= [A-Z`]|[:,;)/.]| inv\.)(?!-)|(?<!security )\b[CT]\d{1,2}:/g;

/** Citations in a file without a matching entry, without duplicates. */
export function unknownCitations(source: string, citable: Citable): readonly string[] {
  const prose = proseOf(source);
  const found = [
    ...all(outsideText, source),
    ...all(outsideProse, prose),
    ...all(requirementId, source).filter((id) => !citable.requirements.has(id)),
    ...all(shortId, prose).filter((id) => !citable.requirements.has(id)),
    ...[...prose.matchAll(decision)].flatMap(([, names = '']) =>
      names
        .split(/, | and | to /)
        .filter((name) => !citable.decisions.has(name))
        .map((name) => `decision ${name}`),
    ),
  ];
  return [...new Set(found)];
}

function all(pattern: RegExp, text: string): readonly string[] {
  return [...text.matchAll(pattern)].map(([match]) => match);
}

/** Comments, each on one line, then titles. */
function proseOf(source: string): string {
  const comments = [''];
  for (const line of source.split('\n')) {
    const comment = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))(.*)|\s\/\/ (.*)$/.exec(line);
    const text = comment?.[1] ?? comment?.[2];
    if (text === undefined) comments.push('');
    else comments.push(`${comments.pop() ?? ''} ${text.trim()}`);
  }
  return [...comments, ...titlesOf(source)].join('\n');
}
