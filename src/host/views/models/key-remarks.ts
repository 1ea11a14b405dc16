import { isUnencrypted } from './server-address';

/** What is wrong with a key that was typed or pasted; undefined when nothing is. */
export function typedKeyProblem(typed: string): string | undefined {
  const key = typed.trim();
  if (key === '') return 'Paste the key.';
  // Headers carry nothing else, and no provider makes keys of anything else.
  if (!/^[\x21-\x7e]+$/.test(key)) return 'This holds characters that no key has. Paste it again.';
  return undefined;
}

/** What the person should know before the key is stored. */
export function keyPrompt(address: string, origin: string): string {
  const where = `Sent to ${origin} only; kept in the secret store of this machine, never in settings, logs or chats.`;
  return isUnencrypted(address) ? `Without https the key travels unencrypted. ${where}` : where;
}
