import bash from '../../../../src/core/tools/bash';
import bashKill from '../../../../src/core/tools/bash-kill';
import bashOutput from '../../../../src/core/tools/bash-output';
import compressContext from '../../../../src/core/tools/compress-context';
import copyPath from '../../../../src/core/tools/copy-path';
import createDirectory from '../../../../src/core/tools/create-directory';
import deletePath from '../../../../src/core/tools/delete-path';
import diagnostics from '../../../../src/core/tools/diagnostics';
import edit from '../../../../src/core/tools/edit';
import fetchPage from '../../../../src/core/tools/fetch';
import findPath from '../../../../src/core/tools/find-path';
import grep from '../../../../src/core/tools/grep';
import listDirectory from '../../../../src/core/tools/list-directory';
import movePath from '../../../../src/core/tools/move-path';
import read from '../../../../src/core/tools/read';
import readOverflow from '../../../../src/core/tools/read-overflow';
import webScrape from '../../../../src/core/tools/web-scrape';
import write from '../../../../src/core/tools/write';

/** Every tool of the product, as it is declared; written out, so that none appears by itself. */
export const definitions = [
  bash,
  bashKill,
  bashOutput,
  compressContext,
  copyPath,
  createDirectory,
  deletePath,
  diagnostics,
  edit,
  fetchPage,
  findPath,
  grep,
  listDirectory,
  movePath,
  read,
  readOverflow,
  webScrape,
  write,
];
