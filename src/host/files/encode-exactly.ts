import { fail, type Result, succeed } from '../../core/contracts/result';
import type { EditorFilesDeps } from './parts';
import { notEncodable } from './refusals';
import type { TextEncoding } from './types';

/** Fails for a text that the encoding of the file cannot hold, and names the character. */
export async function encodeExactly(
  { documents, show }: EditorFilesDeps,
  { real, text, as }: { readonly real: string; readonly text: string; readonly as: TextEncoding },
): Promise<Result<Uint8Array>> {
  const { bytes, lostAt } = await documents.encode(text, as);
  if (lostAt === undefined) return succeed(bytes);
  return fail(notEncodable(show(real), as.encoding, text, lostAt));
}
