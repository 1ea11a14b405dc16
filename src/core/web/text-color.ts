import type { Style } from './hidden-element';
import type { Attributes } from './tag-stream';

/** Colors of text and of what is behind it, as far as inline styles name them. */
export interface Colors {
  readonly text: string;
  /** Empty when it is not known. */
  readonly background: string;
  /** True when text cannot be read. */
  readonly isBlended: boolean;
}

/** What a page has without a style of its own. */
export const pageColors: Colors = { text: '000000', background: 'ffffff', isBlended: false };

/** The colors within an element; the same object when it changes none. */
export function colorsWithin(
  outer: Colors,
  name: string,
  attributes: Attributes,
  style: Style,
): Colors {
  if (attributes.size === 0) return outer;
  const ofFont =
    name === 'font' ? attributes.get('color')?.replace(/^(?=[\da-f]{6}$)/i, '#') : undefined;
  const text = named(style.get('-webkit-text-fill-color') ?? style.get('color') ?? ofFont);
  const behind = named(
    style.get('background-color') ?? style.get('background') ?? attributes.get('bgcolor'),
  );
  if (text === undefined && behind === undefined) return outer;
  const colors = { text: text ?? outer.text, background: background(outer, name, behind, text) };
  return { ...colors, isBlended: isSame(colors.text, colors.background) };
}

function background(
  outer: Colors,
  name: string,
  behind: string | undefined,
  text: string | undefined,
): string {
  if (behind !== undefined) return behind === 'transparent' ? outer.background : behind;
  // A whole page of light text has a dark background in its style sheet.
  return text !== undefined && (name === 'body' || name === 'html') ? '' : outer.background;
}

const names: Readonly<Record<string, string>> = {
  white: 'ffffff',
  snow: 'fffafa',
  ivory: 'fffff0',
  ghostwhite: 'f8f8ff',
  floralwhite: 'fffaf0',
  whitesmoke: 'f5f5f5',
  azure: 'f0ffff',
  honeydew: 'f0fff0',
  aliceblue: 'f0f8ff',
  seashell: 'fff5ee',
  canvas: 'ffffff',
  window: 'ffffff',
  black: '000000',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  red: 'ff0000',
  green: '008000',
  blue: '0000ff',
  yellow: 'ffff00',
  none: 'transparent',
  transparent: 'transparent',
};

/** Six hexadecimal digits, `transparent`, or '' for what is not understood. */
function named(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const color = value.trim().toLowerCase();
  if (color === 'inherit' || color === 'currentcolor' || color === '') return undefined;
  return names[color] ?? hexadecimal(color) ?? functional(color) ?? '';
}

function hexadecimal(color: string): string | undefined {
  const [, digits] = /^#([\da-f]{3,8})$/.exec(color) ?? [];
  switch (digits?.length) {
    case 3:
      return digits.replace(/./g, '$&$&');
    case 4:
      return digits.endsWith('0') ? 'transparent' : digits.slice(0, 3).replace(/./g, '$&$&');
    case 6:
      return digits;
    case 8:
      return digits.endsWith('00') ? 'transparent' : digits.slice(0, 6);
    default:
      return undefined;
  }
}

function functional(color: string): string | undefined {
  const [, kind, inside = ''] = /^(rgb|hsl)a?\(([^)]*)\)$/.exec(color) ?? [];
  const [first = '', second = '', third = '', alpha = '1'] = inside.split(/[\s,/]+/);
  if (kind === undefined) return undefined;
  if (Number.parseFloat(alpha) < 0.06) return 'transparent';
  if (kind === 'hsl') return hslEnds(third);
  return [first, second, third].map(twoDigits).join('');
}

/** Of these colors only white and black are known. */
function hslEnds(lightness: string): string {
  if (lightness === '100%') return 'ffffff';
  return lightness === '0%' ? '000000' : '';
}

function twoDigits(part: string): string {
  const share = Number.parseFloat(part) * (part.endsWith('%') ? 2.55 : 1);
  const value = Math.min(255, Math.max(0, Math.round(Number.isNaN(share) ? 0 : share)));
  return value.toString(16).padStart(2, '0');
}

/** Colors closer than this cannot be distinguished. */
const nearness = 36;

function isSame(text: string, behind: string): boolean {
  if (text === 'transparent') return true;
  if (text.length !== 6 || behind.length !== 6) return false;
  const parts = [0, 2, 4].map((at) => Math.abs(partAt(text, at) - partAt(behind, at)));
  return parts.reduce((sum, part) => sum + part) <= nearness;
}

function partAt(color: string, at: number): number {
  return Number.parseInt(color.slice(at, at + 2), 16);
}
