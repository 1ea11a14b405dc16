import * as z from 'zod';
import type { ToolResult } from '../../contracts/tools/define-tool';
import type { Failure } from '../../contracts/failure';
import type { Presentation } from '../../contracts/calls/outcome';
import type { PageNotes, WebDocument, WebLayer, WebVisit } from '../../ports/web';
import { dense } from '../../contracts/schema-parts';
import { counted } from '../../base/wording';

const layers = ['url', 'domains', 'lookup', 'redirect', 'connection', 'proxy'] as const;

/** What happened on the way, also of a request that failed; then there is no text. */
export const visitFields = {
  url: z.string(),
  /** Of the last request, when redirects led elsewhere. */
  final_url: z.string().exactOptional(),
  title: z.string().exactOptional(),
  status: z.int().exactOptional(),
  bytes: z.int().exactOptional(),
  media_type: z.string().exactOptional(),
  /** What is missing of the page. */
  cut: z
    .object({ at_bytes: z.int().exactOptional(), characters: z.int().exactOptional() })
    .exactOptional(),
  /** Invisible characters that were removed. */
  removed: z.int().exactOptional(),
  /** A name that no decoder knows: the text was read as UTF-8. */
  unknown_charset: z.string().exactOptional(),
  /** What it is, if it is no text and was not decoded. */
  undecoded: z.string().exactOptional(),
  addresses: z.array(z.string()),
  redirects: z.array(z.string()),
  refused_by: z.enum(layers satisfies readonly WebLayer[]).exactOptional(),
  /** ISO 8601, UTC. */
  fetched_at: z.string(),
};

export type VisitOutput = z.infer<z.ZodObject<typeof visitFields>>;

export const visitFieldNames = [
  'url',
  'final_url',
  'title',
  'status',
  'bytes',
  'media_type',
  'cut',
  'removed',
  'unknown_charset',
  'undecoded',
  'addresses',
  'redirects',
  'refused_by',
  'fetched_at',
] as const satisfies readonly (keyof VisitOutput)[];

/** The fields of a visit that ended at `now`. */
export function visited(visit: WebVisit, now: number): VisitOutput {
  const { url, finalUrl, addresses, redirects, status, bytes, refusedBy } = visit;
  return dense({
    url,
    final_url: finalUrl === url ? undefined : finalUrl,
    ...{ status, bytes },
    addresses: [...addresses],
    redirects: [...redirects],
    refused_by: refusedBy,
    fetched_at: new Date(now).toISOString(),
  });
}

/** The fields that a document adds to those of its visit. */
export function documentFields(
  { mediaType, isCut, body }: WebDocument,
  { title, cut: left, removed, unknownCharset, undecoded }: PageNotes,
): Pick<VisitOutput, 'media_type' | 'title' | 'cut' | 'removed' | 'unknown_charset' | 'undecoded'> {
  const cut = dense({
    at_bytes: isCut ? body.byteLength : undefined,
    characters: left?.characters,
  });
  return dense({
    media_type: mediaType === '' ? undefined : mediaType,
    ...{ title, removed, unknown_charset: unknownCharset, undecoded },
    cut: Object.keys(cut).length === 0 ? undefined : cut,
  });
}

/** A failure that keeps what happened on the way, for card and audit. */
export function failedVisit<O>(failed: Failure, value: O): ToolResult<O> {
  return { ok: false, failure: failed, value };
}

/** What is missing or changed, for the model; '' if nothing is. It repeats no word of the server. */
export function pageNote(visit: Partial<VisitOutput>): string {
  const { cut, removed, unknown_charset: charset } = visit;
  const { at_bytes: bytes, characters } = cut ?? {};
  return [
    ...(bytes === undefined ? [] : [`Only the first ${counted(bytes, 'byte')} were read.`]),
    ...(characters === undefined ? [] : [`${counted(characters, 'character')} were left out.`]),
    ...(removed === undefined ? [] : [`Without ${counted(removed, 'invisible character')}.`]),
    ...(charset === undefined ? [] : ['Its charset is not known: it was read as UTF-8.']),
  ].join(' ');
}

/** The visit for the card and the audit entry, which read the same. */
export function presentVisit(output: Partial<VisitOutput>): Partial<Presentation> {
  const { url, title, status, bytes, cut, addresses = [], redirects = [] } = output;
  const { final_url: finalUrl, media_type: mediaType, refused_by: refusedBy } = output;
  const { removed, unknown_charset: unknownCharset, undecoded } = output;
  const { fetched_at: fetchedAt = '' } = output;
  if (url === undefined) return {};
  return {
    web: dense({
      ...{ url, finalUrl, title, status, bytes, mediaType },
      cut: cut && dense({ bytes: cut.at_bytes, characters: cut.characters }),
      ...{ removed, unknownCharset, undecoded, addresses, redirects, refusedBy, fetchedAt },
    }),
  };
}
