import { isDrawnWord, isPlaceholder } from './secret-values';
import { matchAt, noSpans, type Place, spanOf, type SecretSpan } from './secret-span';

/** Parts of a query or form that hand on a right, and say neither token nor key. */
export const grantNames: readonly string[] = [
  ...['?code=', '&code=', 'code_verifier', 'device_code', 'auth_code', 'authorization_code'],
  ...['client_assertion=', '&assertion=', 'samlresponse', 'samlart=', '&ticket=', '?ticket='],
];

const grant = /["']?[ \t]{0,3}(?:[:=][ \t]{0,3})?["']?([\w%+/=.~-]{16,8192})/y;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** `&code=…`: a drawn value. */
export function grantAt({ text, start, end }: Place): readonly SecretSpan[] {
  const found = matchAt(grant, text, end);
  const value = found?.[1] ?? '';
  if (found === null || !isDrawnWord(value) || isPlaceholder(value)) return noSpans;
  const to = end + found[0].length;
  return spanOf('secret', start, to - value.length, to);
}

/** Parts of a path behind which the next part is a key. */
export const keyPaths: readonly string[] = [
  ...['/key/', '/keys/', '/token/', '/tokens/', '/secret/', '/apikey/', '/api-key/', '/invite/'],
  ...['/hook/', '/hooks/', '/webhook/', '/webhooks/', '/incoming/', '/reset-password/', '/magic/'],
  ...['/reset/', '/verify/', '/activate/', '.infura.io/v3/', '.alchemy.com/v2/'],
  ...['.quiknode.pro/', 'rpc.ankr.com/', '.make.com/'],
];

const part = /[\w-]{16,256}(?=$|[/?#&"'`\s<>)\],;.])/y;

/** A drawn part of an address behind one that says key. */
export function keyPathAt({ text, start, end }: Place): readonly SecretSpan[] {
  const value = matchAt(part, text, end)?.[0] ?? '';
  if (uuid.test(value) || isPlaceholder(value)) return noSpans;
  const isHost = text.charAt(start) === '.' || text.startsWith('rpc', start);
  const isKey = isHost ? /^(?=\D*\d)\w{20,}$/.test(value) : isMixed(value);
  return isKey ? spanOf('secret', start, end, end + value.length) : noSpans;
}

/** Drawn, and no name of words or number in hexadecimal, as ids are. */
function isMixed(value: string): boolean {
  return isDrawnWord(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && !/-.*-.*-/.test(value);
}
