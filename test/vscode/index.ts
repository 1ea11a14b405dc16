import * as path from 'node:path';
import { readdirSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { isSoak } from '../soak';

/**
 * Runs the suites in this folder and below it inside VS Code; rejects when a test fails. Rules that
 * are also tested in Node run here in `npm run soak` only.
 */
export function run(): Promise<void> {
  // VS Code hands on what is logged without filling its placeholders in.
  Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => {
    console.log(format(...parts));
  };
  const reporter = process.env['GATEHOUSE_REPORTER'] ?? 'spec';
  const reporterOptions = { each: true };
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, reporter, reporterOptions, color: false });
  for (const file of readdirSync(__dirname, { encoding: 'utf8', recursive: true }).sort()) {
    const isChosen = isSoak || !file.endsWith('.soak.test.js');
    if (isChosen && file.endsWith('.test.js')) mocha.addFile(path.join(__dirname, file));
  }
  return new Promise((resolve, reject) => {
    mocha.run((failures) => {
      if (failures === 0) resolve();
      else reject(new Error(`${String(failures)} tests failed.`));
    });
  });
}
