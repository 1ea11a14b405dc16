const base = 36;
const lowest = 1;
const highest = 26;
const skew = 38;
const damp = 700;

/** A host as people read it, `bücher.example`; undefined if it has no other form (RFC 3492). */
export function unicodeHost(host: string): string | undefined {
  const labels = host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodeLabel(label.slice(4)) ?? label) : label));
  const shown = labels.join('.');
  return shown === host ? undefined : shown;
}

/** Undefined for what is no Punycode. */
function decodeLabel(text: string): string | undefined {
  const dash = text.lastIndexOf('-');
  const points = Array.from(text.slice(0, Math.max(dash, 0)), (each) => each.charCodeAt(0));
  let at = dash + 1;
  let code = 128;
  let place = 0;
  let bias = 72;
  while (at < text.length) {
    const before = place;
    for (let weight = 1, step = base; ; step += base) {
      const digit = digitOf(text.charAt(at));
      at += 1;
      if (digit === undefined) return undefined;
      place += digit * weight;
      const threshold = Math.min(Math.max(step - bias, lowest), highest);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = points.length + 1;
    bias = adapted(place - before, count, before === 0);
    code += Math.floor(place / count);
    place %= count;
    if (code > 0x10ffff) return undefined;
    points.splice(place, 0, code);
    place += 1;
  }
  return points.length === 0 ? undefined : String.fromCodePoint(...points);
}

function digitOf(character: string): number | undefined {
  const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(character.toLowerCase());
  return digit === -1 || character === '' ? undefined : digit;
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / count);
  let steps = 0;
  while (rest > ((base - lowest) * highest) >> 1) {
    rest = Math.floor(rest / (base - lowest));
    steps += base;
  }
  return steps + Math.floor(((base - lowest + 1) * rest) / (rest + skew));
}
