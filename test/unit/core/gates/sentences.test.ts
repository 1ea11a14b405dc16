import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fillIn, toText, type Sentence } from '../../../../src/core/base/sentence';
import { isObject } from '../../../../src/core/contracts/json';
import { bindGate, type BoundGate } from '../../../../src/core/contracts/policy/define-gate';
import egress from '../../../../src/core/gates/egress';
import pathSandbox from '../../../../src/core/gates/path-sandbox';
import permissionRules from '../../../../src/core/gates/permission-rules';
import protectedFiles from '../../../../src/core/gates/protected-files';
import sequencePolicies from '../../../../src/core/gates/sequence-policies';
import shellBlocklist from '../../../../src/core/gates/shell-blocklist';
import trust from '../../../../src/core/gates/trust';
import { createFakeFiles } from '../../fakes/files';
import {
  callPath,
  fakeWorkspace,
  gateCall,
  verdictAtOnce,
  type GateCallOptions,
} from '../../fakes/gate-call';

const workspace = fakeWorkspace();
const gates: readonly BoundGate[] = [
  bindGate(egress, { workspace }),
  bindGate(pathSandbox, { workspace }),
  bindGate(permissionRules, { workspace }),
  bindGate(protectedFiles, {}),
  bindGate(sequencePolicies, { files: createFakeFiles({}) }),
  bindGate(shellBlocklist, {}),
  bindGate(trust, {}),
];

const rule = { tool: '*', pattern: 'npm *', source: 'user', place: 'permissions[0]' } as const;
const command = (text: string) => ({ subject: { command: text, text } });

const span = { first: { label: '' }, last: { label: 'x' } };
const exposure = { private: span, untrusted: span, urls: new Map() };

const calls: Readonly<Record<string, GateCallOptions>> = {
  'a call that talks to another machine': { tool: { egress: true } },
  'the same after text of strangers': { tool: { egress: true }, exposure },
  'nothing in particular': {},
  'a read': { paths: { reads: [callPath('/w/a')] } },
  'a protected file': { paths: { writes: [callPath('/w/.vscode/tasks.json')] } },
  'an open folder that goes': { paths: { removes: [callPath('/w')] } },
  'commands that no rule covers': command('ls -l; wc a; cat b'),
  'a command that a rule allows': {
    ...command('npm test'),
    policy: { permissions: [{ ...rule, action: 'allow' }] },
  },
  'a command that a rule denies': {
    ...command('npm test'),
    policy: { permissions: [{ ...rule, action: 'deny' }] },
  },
  'a blocked command': command('sudo ls'),
  'a tool of a provisional source': { trust: { level: 'provisional', setFor: 'source' } },
  'an untrusted tool': { trust: { level: 'untrusted', setFor: 'tool' } },
};

const german: unknown = JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8'));

/** Every message in brackets; a value stays as it is. */
function marked(sentence: Sentence): string {
  return toText(
    sentence,
    (message, ...values) => {
      assert.ok(isObject(german) && typeof german[message] === 'string', `no text: ${message}`);
      return `⟦${fillIn(message, ...values)}⟧`;
    },
    'de',
  );
}

/** What stands outside all brackets. */
function outside(text: string): string {
  const inner = /⟦[^⟦⟧]*⟧/g;
  return inner.test(text) ? outside(text.replace(inner, '')) : text;
}

describe('the reasons of gates', () => {
  for (const [name, options] of Object.entries(calls)) {
    it(`are whole sentences that have a text in each language: ${name}`, () => {
      for (const gate of gates) {
        const { reason } = verdictAtOnce(gate, gateCall(options));
        assert.equal(outside(marked(reason)), '', gate.name);
      }
    });
  }
});
