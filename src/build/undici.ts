/** What `adapters/http` uses of undici: the rest would be two fifths of the bundle. */
export const undiciParts = `
Object.assign(require('undici/lib/dispatcher/dispatcher').prototype, require('undici/lib/api'));
exports.Agent = require('undici/lib/dispatcher/agent');
exports.Pool = require('undici/lib/dispatcher/pool');
exports.ProxyAgent = require('undici/lib/dispatcher/proxy-agent');
`;
