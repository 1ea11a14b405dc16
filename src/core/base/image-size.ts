export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Size of an image as far as its head tells it, by the name of its type; never from pixels. */
export function imageSize(bytes: Uint8Array, name: string): PixelSize | undefined {
  const size = readerOf(name)?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

type SizeReader = (view: DataView) => PixelSize | undefined;

function readerOf(name: string): SizeReader | undefined {
  switch (name) {
    case 'PNG image':
      return at(24, (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }));
    case 'GIF image':
      return at(10, (view) => ({
        width: view.getUint16(6, true),
        height: view.getUint16(8, true),
      }));
    case 'BMP image':
      return at(26, (view) => ({
        width: view.getInt32(18, true),
        // Negative for an image that is stored from top to bottom.
        height: Math.abs(view.getInt32(22, true)),
      }));
    case 'ICO image':
      // A byte; 0 stands for 256.
      return at(8, (view) => ({
        width: view.getUint8(6) || 256,
        height: view.getUint8(7) || 256,
      }));
    case 'WebP image':
      return at(30, webpSize);
    case 'JPEG image':
      return jpegSize;
    case 'TIFF image':
      return tiffSize;
    default:
      return undefined;
  }
}

function at(bytes: number, read: SizeReader): SizeReader {
  return (view) => (view.byteLength < bytes ? undefined : read(view));
}

function webpSize(view: DataView): PixelSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 ", lossy: 14 bits each
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 0x5650384c: {
      // "VP8L", lossless: 14 bits each, less one
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // "VP8X": 24 bits each, less one
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return undefined;
  }
}

/** Walks the segments to the first frame header. */
function jpegSize(view: DataView): PixelSize | undefined {
  let offset = 2;
  while (offset + 9 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1);
    if (isFrame(marker)) {
      return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    }
    // A marker may be filled up with bytes of 0xff before it.
    offset += marker === 0xff ? 1 : 2 + Math.max(2, view.getUint16(offset + 2));
  }
  return undefined;
}

/** Start of a frame; 0xc4, 0xc8 and 0xcc are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const widthTag = 256;
const heightTag = 257;

/** Reads the first directory, when it lies in the head. */
function tiffSize(view: DataView): PixelSize | undefined {
  if (view.byteLength < 8) return undefined;
  const little = view.getUint8(0) === 0x49;
  const directory = view.getUint32(4, little);
  if (directory + 2 > view.byteLength) return undefined;
  const values = new Map<number, number>();
  for (let entry = 0; entry < view.getUint16(directory, little); entry += 1) {
    const start = directory + 2 + entry * 12;
    if (start + 12 > view.byteLength) break;
    const isShort = view.getUint16(start + 2, little) === 3;
    const value = isShort ? view.getUint16(start + 8, little) : view.getUint32(start + 8, little);
    values.set(view.getUint16(start, little), value);
  }
  const [width, height] = [values.get(widthTag), values.get(heightTag)];
  return width === undefined || height === undefined ? undefined : { width, height };
}
