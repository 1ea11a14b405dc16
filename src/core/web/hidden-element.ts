import type { Attributes } from './tag-stream';

/** What is no content of a page, with all that is in it. */
const skipped = new Set(
  (
    'script style noscript template svg nav header footer aside ' +
    'iframe noembed noframes object audio video canvas datalist'
  ).split(' '),
);
const skippedRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search']);
/** Numbers next to lines of code. */
const lineNumbers = /(?:^|\s)(?:linenos?|linenodiv|line-numbers-rows|gutter)(?:\s|$)/;
const numberHolders = new Set(['td', 'span', 'div']);

/** True for an element that is not part of the content, or that browsers do not show. */
export function isLeftOut(name: string, attributes: Attributes, style: Style): boolean {
  if (skipped.has(name)) return true;
  if (attributes.size === 0) return name === 'dialog';
  return (
    isHiddenByAttribute(attributes) ||
    skippedRoles.has(attributes.get('role') ?? '') ||
    (name === 'dialog' && !attributes.has('open')) ||
    (numberHolders.has(name) && lineNumbers.test(attributes.get('class') ?? '')) ||
    (style.size > 0 && isHiddenByStyle(style))
  );
}

function isHiddenByAttribute(attributes: Attributes): boolean {
  if (attributes.has('hidden') || attributes.has('popover')) return true;
  return attributes.get('aria-hidden')?.trim().toLowerCase() === 'true';
}

/** Declarations by their names, in lower case. */
export type Style = ReadonlyMap<string, string>;

const noStyle: Style = new Map();

/** Reads the style attribute; comments and escapes cannot disguise it. */
export function styleOf(attributes: Attributes): Style {
  const text = attributes.size > 0 ? attributes.get('style') : undefined;
  if (text === undefined) return noStyle;
  const plain = /[/\\]/.test(text) ? undisguised(text) : text;
  const style = new Map<string, string>();
  for (const declaration of plain.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important/, '');
    const name = declaration.slice(0, colon).trim();
    // A second value may be none, or lose to an important one.
    if (!isHiding(name, style.get(name))) style.set(name, value.trim());
  }
  return style;
}

function undisguised(style: string): string {
  return style
    .replace(/\/\*[^]*?(?:\*\/|$)/g, '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/\\/g, '');
}

/** True for what hides an element whatever its other declarations are. */
function isHiding(name: string, value: string | undefined): boolean {
  switch (name) {
    case 'display':
      return value === 'none';
    case 'visibility':
    case 'content-visibility':
      return value === 'hidden' || value === 'collapse';
    case 'opacity':
    case 'font-size':
    case 'zoom':
      return /^[+-]?0*\.?0+[a-z%]*$/.test(value ?? '');
    default:
      return false;
  }
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function isHiddenByStyle(style: Style): boolean {
  const get = (name: string) => style.get(name) ?? '';
  return (
    get('display') === 'none' ||
    ['hidden', 'collapse'].includes(get('visibility')) ||
    get('content-visibility') === 'hidden' ||
    isTransparent(get) ||
    isTiny(get) ||
    isOffScreen(get) ||
    isClipped(get)
  );
}

type Get = (name: string) => string;

/** Less than this cannot be read. */
const minOpacity = 0.06;
const faded = /opacity\(\s*(?:0*\.0\d*|0+|[0-5]%)\s*\)/;

function isTransparent(get: Get): boolean {
  const opacity = get('opacity');
  const share = Number.parseFloat(opacity) / (opacity.endsWith('%') ? 100 : 1);
  return (
    share < minOpacity ||
    faded.test(get('filter')) ||
    get('-webkit-text-fill-color') === 'transparent'
  );
}

/** A length in pixels, roughly; undefined when it is none. */
function pixels(value: string): number | undefined {
  const plain = value.replace(/^calc\((.*)\)$/, '$1').trim();
  const [, digits, unit = ''] =
    /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?)([a-z]*|%)$/.exec(plain) ?? [];
  if (digits === undefined) return undefined;
  const factors: Readonly<Record<string, number>> = { em: 16, rem: 16, '%': 10, vw: 10, vh: 10 };
  return Number(digits) * (factors[unit] ?? 1);
}

/** A factor, of which the first part counts, that leaves nothing to read. */
function isNone(factor: string): boolean {
  const [first = ''] = factor.split(' ');
  return Math.abs(Number.parseFloat(first) / (first.endsWith('%') ? 100 : 1)) < 0.06;
}

function isTiny(get: Get): boolean {
  const isSmall = (name: string) => Math.abs(pixels(get(name)) ?? 100) <= 1;
  if (
    isSmall('font-size') ||
    isNone(get('zoom')) ||
    /^(?:.* )?0[a-z%]*(?:\/| )/.test(get('font'))
  ) {
    return true;
  }
  const sides = [
    ['width', 'max-width', 'inline-size', 'max-inline-size'].some(isSmall),
    ['height', 'max-height', 'block-size', 'max-block-size'].some(isSmall),
  ];
  if (sides.every(Boolean)) return true;
  const isCut = /hidden|clip|auto|scroll/.test(
    `${get('overflow')}${get('overflow-x')}${get('overflow-y')}`,
  );
  return sides.some(Boolean) && isCut;
}

/** Left of the page or above it; to the right and below, pages may be long. */
function isFar(value: string): boolean {
  const distance = pixels(value) ?? 0;
  return distance <= -900 || distance >= 4000;
}

/** Scaled to less than a twentieth, or turned to its edge. */
const flat =
  /(?:scale(?:3d|[xy])?\((?:[^)]*,)?\s*|matrix\(\s*)-?0*(?:\.0[0-5]?\d*|\.?0*)(?![.\d])|rotate[xy]\(\s*-?90deg/;
const moving = [
  'text-indent',
  'margin-left',
  'margin-top',
  'margin-inline-start',
  'margin-block-start',
];
const sides = ['left', 'right', 'top', 'bottom', 'inset-inline-start', 'inset-block-start'];

function isOffScreen(get: Get): boolean {
  const margins = get('margin').split(/\s+/);
  if (moving.some((name) => isFar(get(name))) || margins.some(isFar)) return true;
  if (get('translate').split(/\s+/).some(isFar) || get('scale').split(/\s+/).some(isNone)) {
    return true;
  }
  const transform = get('transform');
  if (flat.test(transform)) return true;
  if (transform.includes('translate')) {
    if ((transform.match(/-?\d[\d.]*[a-z%]*/g) ?? []).some(isFar)) return true;
  }
  const isMoved = ['absolute', 'fixed', 'relative'].includes(get('position'));
  return (
    isMoved && (sides.some((name) => isFar(get(name))) || get('inset').split(/\s+/).some(isFar))
  );
}

/** `rect(0,0,0,0)`, `rect(1px 1px 1px 1px)`, `inset(50%)`, `circle(0)`. */
const clipped =
  /^(?:rect\((?:[\s,]*[01](?:px)?(?=[\s,)])){4}[\s,]*\)|inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0)/;

function isClipped(get: Get): boolean {
  return clipped.test(get('clip')) || clipped.test(get('clip-path'));
}
