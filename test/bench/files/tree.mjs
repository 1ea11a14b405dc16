// @ts-check
/** The folder to search: created for each run, the same on every machine. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const folders = 1_000;
const filesPerFolder = 20;
const bytesPerFile = 2_800;

/** Counts in the tree, to check results. */
export const counts = { files: folders * filesPerFolder, json: folders * 4, needles: 40 };

/** A word that stands in `counts.needles` lines, and one that stands in nearly all. */
export const needle = 'needle_here';
export const common = 'const';

/**
 * 20,000 files of 56 MB in 1,000 folders, every fifth JSON by name.
 *
 * @param {string} root
 */
export async function makeTree(root) {
  const random = createRandom();
  const words = Array.from({ length: 400 }, () => `word${Math.floor(random() * 1e6).toString(36)}`);
  const word = () => words[Math.floor(random() * words.length)] ?? '';
  for (let at = 0; at < folders; at += 1) {
    const folder = path.join(root, `package${at % 50}`, `module${at}`);
    await mkdir(folder, { recursive: true });
    const written = [];
    for (let file = 0; file < filesPerFolder; file += 1) {
      const number = at * filesPerFolder + file;
      let text = '';
      while (text.length < bytesPerFile) {
        text += `  ${common} ${word()} = ${word()}(${Math.floor(random() * 1e6)});\n`;
      }
      if (number % (counts.files / counts.needles) === 7) text += `${needle}();\n`;
      const name = `file${file}.${file % 5 === 0 ? 'json' : 'ts'}`;
      written.push(writeFile(path.join(folder, name), text));
    }
    await Promise.all(written);
  }
}

/** Numbers from 0 up to 1 that are the same in every run. */
function createRandom() {
  let state = 20_261_121;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
