import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';

/** A longer message is none that anybody would want. */
export const maxMessageBytes = 10 * 1024 * 1024;

/** A message of the protocol; undefined for any other value. */
export function messageOf(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    // A server may send anything.
    return undefined;
  }
}
