// @ts-check
/**
 * Stands in for the native module @vscode/spdlog, which code-server leaves to a compiler. Without
 * it the VS Code server writes no log files, and with them its output channels stay empty. It
 * appends at once and does not rotate: these servers live for one run, in a temporary folder.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const path = require('node:path');

const NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  /**
   * @param {string} _type
   * @param {string} _name
   * @param {string} file
   */
  constructor(_type, _name, file) {
    this.file = file;
    this.level = 2;
    this.formatted = true;
    mkdirSync(path.dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  /**
   * @param {number} level
   * @param {string} message
   */
  write(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    const text = this.formatted ? `${time} [${NAMES[level]}] ${message}\n` : message;
    try {
      appendFileSync(this.file, text);
    } catch {
      // The folder is gone: the run is over.
    }
  }

  /** @param {string} message */
  trace(message) {
    this.write(0, message);
  }

  /** @param {string} message */
  debug(message) {
    this.write(1, message);
  }

  /** @param {string} message */
  info(message) {
    this.write(2, message);
  }

  /** @param {string} message */
  warn(message) {
    this.write(3, message);
  }

  /** @param {string} message */
  error(message) {
    this.write(4, message);
  }

  /** @param {string} message */
  critical(message) {
    this.write(5, message);
  }

  getLevel() {
    return this.level;
  }

  /** @param {number} level */
  setLevel(level) {
    this.level = level;
  }

  setPattern() {
    this.formatted = true;
  }

  clearFormatters() {
    this.formatted = false;
  }

  flush() {}

  drop() {}
}

/**
 * @param {string} name
 * @param {string} file
 */
async function create(name, file) {
  return new Logger('rotating', name, file);
}

exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
