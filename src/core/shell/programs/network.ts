import { say } from '../../base/sentence';
import {
  danger,
  type Discovery,
  optionRows,
  type ProgramTable,
  type Usage,
  eachLike,
  givenWords,
} from './program-table';

const settings = danger('reads settings from another file', 'read');
const sends = danger('sends data', 'text');

const curl: ProgramTable = {
  programs: 'curl curlie',
  operands: 'maybe',
  options: {
    ...optionRows(`
      -o --output --output-dir -c --cookie-jar -D --dump-header --trace = write, writes a file
      --trace-ascii --stderr --hsts --alt-svc --etag-save --libcurl = write, writes a file
      -O --remote-name --remote-name-all -J --remote-header-name = writes a file
      -n --netrc --netrc-optional = passes on secrets or permissions
      -T --upload-file = read, sends data
      --unix-socket --abstract-unix-socket = text, reaches a service of this machine
      -x --proxy --preproxy --socks5 --socks4 --resolve --connect-to = text, leads connections another way
      --interface --doh-url = text, leads connections another way
      -k --insecure = does not verify the server
      --engine = script, runs a program
      -X --request = text, may change existing data
      -H --header -A --user-agent -e --referer -w --write-out -m --max-time --retry -r = text
      --range --retry-delay --retry-max-time --max-redirs --max-filesize --keepalive-time = text
      --connect-timeout --cacert --capath --limit-rate --url --variable --expand-url = maybe
      -s --silent -S --show-error -f --fail --fail-with-body -L --location -I --head -i --include -v
      --verbose -g --globoff -G --get --compressed -4 --ipv4 -6 --ipv6 --http1.1 --http2 --http3 -N
      --no-buffer -# --progress-bar --no-progress-meter --retry-all-errors --retry-connrefused -V
      --version -h --help --tcp-nodelay --ssl-reqd --tlsv1.2 --tlsv1.3 --path-as-is -Z --parallel
    `),
    '-K --config -q --netrc-file': settings,
    '-d --data --data-ascii --data-binary --data-raw --data-urlencode -F --form --json': sends,
    '--form-string --url-query --mail-from --mail-rcpt -Q --quote': sends,
    '-b --cookie -u --user --oauth2-bearer --aws-sigv4 -E --cert --key': sends,
  },
  check: checkAddress,
};

/** A rule that allows an address must show it to the user unambiguously. */
function checkAddress({ operands, name }: Usage): readonly Discovery[] {
  return operands.flatMap(({ text: word }): readonly Discovery[] => {
    if (/^(?:file|dict|gopher|ldaps?|tftp|telnet|smb|scp|sftp):/i.test(word)) {
      return [
        { reason: say`${name} reaches more than the web by ${word.split(':', 1)[0] ?? ''}:` },
      ];
    }
    return /[{[]|^[^/]*\/\/[^/]*@/.test(word)
      ? [{ reason: say`${name} reads the address in another way than people do` }]
      : [];
  });
}

const wget: ProgramTable = {
  programs: 'wget wget2 aria2c axel http https xh httpie',
  options: {
    ...optionRows(`
      -O --output-document -o --output-file -a --append-output -P = write, writes a file
      --directory-prefix --save-cookies --warc-file --hsts-file --output -d = write, writes a file
      --dir --download = write, writes a file
      --use-askpass --on-download-complete --on-download-start = script, runs a program
      --on-download-error = script, runs a program
      --no-check-certificate = does not verify the server
      -t --tries -T --timeout -U --user-agent -l --level -A -R -w --wait = text
      -q --quiet -nv --no-verbose -v --verbose -c --continue -S --server-response --spider -N
      --timestamping -4 -6 --no-cache -h --help -V --version --show-progress -nc --no-clobber
      --https-only
    `),
    '--post-data --post-file --body-data --body-file --load-cookies --header': sends,
    '-i --input-file --config -e --execute --conf-path --netrc-path': settings,
  },
  check: checkAddress,
};

/** An address of socat can be a program or a file. */
function checkSocat({ name, operands }: Usage): readonly Discovery[] {
  return eachLike(
    operands,
    /^(?:exec|system|shell|open|create|gopen|file|unix)\b/i,
    (word) => say`${name} runs or opens ${word}`,
  );
}

/** A name that is looked up can carry data away (CVE-2025-55284). */
function checkLookup({ operands, options, name }: Usage): readonly Discovery[] {
  return givenWords({ operands, options })
    .filter(({ text: word }) => !/^(?:localhost|127(?:\.\d{1,3}){3}|::1|\d{1,5})$/.test(word))
    .map(({ text: word }) => ({ reason: say`${name} reaches ${word}`, liftedBy: [word] }));
}

const lookups: ProgramTable = {
  programs: `ping ping6 nslookup dig host drill whois traceroute tracepath mtr resolvectl getent fping
    arping`,
  operands: 'none',
  options: optionRows(`
    -c -W -w -s -t -i -I -Q -m -q -p = maybe
    -f = maybe, reads names or options from a file
    -k = maybe, uses keys
    -n -v -4 -6 -a -b -A -D -d -h -r -x -e -T -u -U -V -O -R -L
  `),
  safe: /^-(?:type|query|timeout|retry|port|debug|class)(?:=\w+)?$|^\+\w+/,
  check: checkLookup,
};

/** What a store of secrets is asked for may be a secret. */
function checkSecretStore({ name, operands: [verb] }: Usage): readonly Discovery[] {
  if (verb === undefined || /^(?:status|help|version|list|ls)$/.test(verb.text)) return [];
  return [{ reason: say`${name} ${verb.text} may show secrets`, liftedBy: [verb.text] }];
}

const servers = 'opens connections';

export const network: readonly ProgramTable[] = [
  curl,
  wget,
  lookups,
  {
    programs: 'openssl',
    singleDash: true,
    options: {
      ...optionRows(`
        -out -keyout -writerand -sess_out -keylogfile -CAout -signer_out = write, writes a file
        -engine -provider -provider-path = text, loads and runs code
        -connect -proxy -host = text, reaches another machine
        -in -inkey -CAfile -CA -CAkey -cert -key -signkey -pass -passin = read
      `),
      '-config -extfile': settings,
    },
    verbs: {
      's_client s_server s_time ocsp cmp tsget': { hazard: servers },
      enc: { hazard: 'turns data into what no one can check' },
    },
    otherVerbs: {},
  },
  {
    programs: 'rclone',
    operands: 'maybe',
    verbs: {
      'sync move moveto bisync dedupe': { hazard: 'deletes or replaces what is there' },
      'serve mount nfsmount rc rcd link config authorize': { hazard: servers },
    },
    otherVerbs: {},
    hazard: servers,
    mayLose: true,
  },
  {
    programs: `nc ncat netcat socat telnet ftp lftp tftp websocat mail sendmail mutt swaks`,
    operands: 'maybe',
    options: optionRows(`
      -e --exec -c --sh-exec --lua-exec = script, runs a program
      -o --output = write, writes a file
    `),
    check: checkSocat,
    hazard: servers,
    mayLose: true,
  },
  {
    programs: 'gh glab hub',
    operands: 'none',
    options: optionRows(`
      -R --repo --hostname = text
      -h --help --version
    `),
    verbs: {
      'api auth alias extension ext config secret variable ssh-key gpg-key codespace cs gist copilot':
        { hazard: 'uses an account' },
      'pr mr issue run repo release workflow label project search status cache ruleset': {
        operands: 'none',
        options: optionRows(`
          -F --body-file --notes-file --template -T = read
          -b --body -t --title --json -q --jq --label -l --state -s -a --assignee --limit -L = text
          --search -S --author -A --base -B --head -H --milestone -m --reviewer -r --app = text
          --color --interval -i --branch --commit --workflow --event --user -u --created = text
          --job -j --order --sort --language --topic --visibility --owner --mention --project = text
          -p --attempt --ref --key --cli --add-label --match = text
          -D --dir -O --output = write, writes a file
          -w --web --fill --draft -d --comments -c --log --log-failed --exit-status --watch
          --fail-fast --required --patch --name-only --verbose -v --compact --archived --no-archived
          --fork --source --all --include-prs --mentioned --oldest --exclude-drafts
          --exclude-pre-releases --raw-field --fill-first --fill-verbose --no-maintainer-edit
          --dry-run --merged --locked --no-assignee
        `),
        verbs: {
          'view list ls status diff checks watch': {},
          'delete run enable disable set archive rename transfer merge close edit cancel rerun sync fork clone create upload':
            { hazard: 'changes settings or what is published' },
          'checkout co': { hazard: 'brings files from outside', writes: true },
          download: { hazard: 'brings files from outside', writes: true },
        },
        otherVerbs: {},
      },
    },
    otherVerbs: { hazard: 'may be an alias or a plugin, which can run any program' },
  },
  {
    mayLose: true,
    programs: 'ssh-keygen ssh-add ssh-copy-id ssh-keyscan gpg gpg2 age',
    operands: 'maybe',
    options: optionRows(`
      -D -P -w = text, loads and runs code
      -f -o = write
      -i = read
      -s = text
    `),
    hazard: 'uses keys',
  },
  {
    mayLose: true,
    programs: `pass gopass security secret-tool op bw lpass keyring vault doppler infisical chamber sops
      teller ansible-vault`,
    operands: 'maybe',
    check: checkSecretStore,
  },
  {
    programs: 'python-http-server serve http-server ngrok cloudflared localtunnel lt',
    hazard: servers,
    options: optionRows(`
      --config = read, loads and runs code
      -p --port -l --listen = glued
    `),
  },
];
