/**
 * A key as the database holds it: escaped as in JSON, so that a NUL does not end it and half a
 * surrogate pair stays what it is.
 */
export function escapeKey(key: string): string {
  return JSON.stringify(key).slice(1, -1);
}

export function unescapeKey(escaped: string): string {
  return String(JSON.parse(`"${escaped}"`));
}

const maxIdLength = 200;

/** Whether a conversation may have this id: plain text that every table keeps as it is. */
export function isConversationId(id: string): boolean {
  return id.length <= maxIdLength && /^[^\p{Cc}\p{Cs}]+$/u.test(id);
}
