/** `128k`, `200k`, `1M`, `512`: tokens in a few characters. */
export function shortTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  // Sizes are built of powers of two, or round: each looks best in its own kilo.
  const kilo = tokens % 8192 === 0 ? 1024 : 1000;
  const thousands = Math.round(tokens / kilo);
  if (thousands < 1000) return `${String(thousands)}k`;
  return `${(thousands / kilo).toFixed(1).replace(/\.0$/, '')}M`;
}

/** What is known of a model; what nobody said is undefined. */
export interface KnownFacts {
  readonly contextTokens?: number | undefined;
  /** What the model could take; said where less of it is used. */
  readonly mostContext?: number | undefined;
  readonly isContextAssumed?: boolean;
  readonly tools?: boolean | undefined;
  readonly images?: boolean | undefined;
  readonly reasoning?: boolean | undefined;
}

/** Facts in the order of the picker's lines; what is not known is not said. */
export function factLabels(facts: KnownFacts): readonly string[] {
  const { tools, images, reasoning } = facts;
  return [
    ...contextLabels(facts),
    ...(tools === undefined ? [] : [tools ? 'tools' : 'no tools']),
    ...(images === true ? ['images'] : []),
    ...(reasoning === true ? ['reasoning'] : []),
  ];
}

function contextLabels(facts: KnownFacts): readonly string[] {
  const { contextTokens: used, mostContext: most = 0, isContextAssumed = false } = facts;
  if (used === undefined) return [];
  const of = most > used ? ` of ${shortTokens(most)}` : '';
  return [`${isContextAssumed ? '~' : ''}${shortTokens(used)}${of} context`];
}
