import { runOptions } from '../programs/containers-and-cloud';
import { optionRows } from '../programs/program-table';
import type { Wrapper } from './wrapper-table';

const any = /^/;

/** They run with other rights or elsewhere: a rule of their own is needed. */
export const elevatedWrappers: readonly Wrapper[] = [
  {
    programs: 'sudo sudoedit',
    takesVariables: true,
    options: optionRows(`
      -u --user -g --group -h --host -p --prompt -C --close-from -T --command-timeout -r = text
      --role -t --type -U --other-user -R --chroot -D --chdir = text
      -i --login -s --shell = opens a prompt that runs what it reads
      -n --non-interactive -E -H --set-home -S --stdin -k -K -b --background -A --askpass -B --bell
      -P --preserve-groups -v --validate -l --list -e
      --preserve-env = glued
    `),
  },
  {
    programs: 'doas',
    options: optionRows(`
    -u -C -a = text
    -n -s -L
  `),
  },
  {
    programs: 'su runuser',
    options: optionRows(`
      -c --command --session-command -s --shell -g --group -G --supp-group -w -u --user = text
      -l --login -m -p --preserve-environment -P --pty -f --fast
    `),
    scriptOption: ['-c', '--command', '--session-command'],
    mixes: true,
  },
  {
    programs: 'pkexec',
    options: optionRows(`
      -u --user = text
      --disable-internal-agent --keep-cwd
    `),
  },
  { programs: 'gosu su-exec setpriv capsh runas gsudo', before: [any] },
  {
    programs: 'chroot',
    before: [any],
    isElsewhere: true,
    options: optionRows(`
      -u -g --userspec --groups = glued
      --skip-chdir
    `),
  },
  {
    programs: 'autossh',
    options: optionRows(`
      -o -F -J -I -S -P = text, may run a program
      -M -p -l -b -c -i -m -L -R -D = text
      -f -N -n -T -t -v -q -A -C -4 -6 -X -Y -V
    `),
    before: [any],
    isScript: true,
    isElsewhere: true,
  },
  {
    programs: 'ssh mosh rsh',
    options: optionRows(`
      -o -F -J -I -S -P = text, may run a program
      -E = write, writes a file
      -D -L -R -W -w = text, forwards other connections
      -B -b -c -e -i -l -m -O -p -Q = text
      -4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y
    `),
    before: [any],
    isScript: true,
    isElsewhere: true,
  },
  { programs: 'kubectl oc', needsDashes: true, isElsewhere: true },
];

/** Runners add unknown words, or watch what runs. */
export const runnerWrappers: readonly Wrapper[] = [
  {
    programs: 'xargs gxargs',
    isQuiet: true,
    options: optionRows(`
      -I -n -L -P -s -d -E --max-args --max-lines --max-procs --max-chars --delimiter = text
      --process-slot-var -J -R -S = text
      -a --arg-file = read
      -i --replace -l -e --eof = glued
      -0 --null -r --no-run-if-empty -t --verbose -p --interactive -x --exit -o --open-tty
    `),
  },
  { programs: 'parallel rush sem', isScript: true },
  {
    programs: 'watch viddy',
    isScript: true,
    options: optionRows(`
      -n --interval -q --equexit -s --shotsdir = text
      -d --differences --color = glued
      -b --beep -c -C --no-color -e --errexit -g --chgexit -p --precise -t --no-title -x --exec
    `),
  },
  {
    programs: 'flock',
    before: [any],
    options: optionRows(`
      -w --wait --timeout -E --conflict-exit-code -c --command = text
      -s --shared -x -e --exclusive -u --unlock -n --nonblock -o --close -F --no-fork -v
    `),
    scriptOption: ['-c', '--command'],
  },
  {
    programs: 'strace ltrace dtruss truss',
    options: optionRows(`
      -o -e -p -s -u -E -a -b -I -O -P -S -X -U -A -l -n = text
      -f -ff -F -c -C -d -h -i -k -q -r -t -tt -ttt -T -v -V -w -x -xx -y -yy -Z -z
    `),
  },
  { programs: 'jobs', isQuiet: true, options: optionRows('-l -n -p -r -s -x') },
  { programs: 'gdb lldb valgrind perf rr heaptrack' },
  {
    programs: 'script',
    scriptOption: ['-c', '--command'],
    mixes: true,
    options: optionRows(`
      -c --command -E --echo -I --log-in -O --log-out -B --log-io -T --log-timing -m -o = text
      -a --append -e --return -f --flush -q --quiet
    `),
  },
  {
    programs: 'entr nodemon watchexec chokidar cargo-watch',
    scriptOption: ['-x', '--exec', '-e', '-s'],
  },
  { programs: 'hyperfine concurrently run-p run-s', isScript: true },
  {
    programs: `xvfb-run dbus-run-session ssh-agent fakeroot faketime chronic rlwrap ts sshpass torsocks
      proxychains tsocks cross-env dotenv dotenvx direnv aws-vault doppler chpst setarch busybox
      toybox prlimit numactl cgexec schedtool cpulimit catchsegv start-stop-daemon daemonize
      run-parts pv mosh-server tini dumb-init s6-setuidgid winpty eatmydata linux32 linux64 arch
      sandbox-exec dbus-launch op watchman ip i386 x86_64 fakechroot systemd-inhibit cage runcon
      softlimit envdir envuidgid setuidgid setlock pgrphack fghack catatonit env-cmd dotenv-cli
      lckdo task-spooler tsp ifne mispipe moreutils-parallel start-server-and-test gamemoderun
      mangohud optirun primusrun prime-run envchain with-contenv execlineb runsv trickle torify
      nocache unbuffer ccache sccache distcc icecc bear scan-build intercept-build uftrace
      sysprof-cli memusage mtrace apitrace stap caffeinate xterm uxterm nvidia-prime cpuset
      memhog schroot`,
  },
];

/** They start a program later or elsewhere, and have too many options to list. */
export const starters: readonly Wrapper[] = [
  {
    programs: 'nsenter unshare systemd-run systemd-nspawn machinectl lxc incus',
    isElsewhere: true,
  },
  // On many machines at once, or in a guest.
  {
    programs: `salt salt-call salt-ssh pssh parallel-ssh pdsh clush dsh mussh cssh xpanes prsync pscp pslurp
      pnuke orgalorg sshrun lima lxc-attach qemu-ga winexe`,
    isElsewhere: true,
  },
  { programs: 'cmd sg', before: [any], isScript: true },
  { programs: 'nix nix-shell guix devbox devenv' },
  {
    programs: 'wsl distrobox toolbox firejail bwrap proot vagrant adb',
    isElsewhere: true,
  },
  { programs: 'screen tmux zellij byobu dtach abduco', isScript: true },
];

/** They run a program of a package; it is judged with them. */
export const launchers: readonly Wrapper[] = [
  {
    programs: 'c8 nyc',
    options: optionRows(`
      -c --config --nycrc-path -r --reporter -o --reports-dir --report-dir -t --temp-dir = text
      --temp-directory --require -i --include -n --exclude -x --extension -e --src --lines = text
      --branches --functions --statements --watermarks = text
      --all -a --check-coverage --clean --no-clean --silent -s --per-file --skip-full --100
    `),
  },
  {
    programs: 'npx bunx pnpx uvx',
    options: optionRows(`
      -p --package -c --call --node-options -w --workspace --from --with = text
      -y --yes --no --no-install -q --quiet -s --silent --bun --offline --prefer-offline
    `),
    scriptOption: ['-c', '--call'],
  },
];

/** The words after `docker run`: options, the image, the command inside. */
export const container: Wrapper = {
  programs: 'docker podman nerdctl docker-compose podman-compose',
  options: runOptions,
  before: [any],
  isElsewhere: true,
};

/** Verbs behind which a program follows. */
export const launchingVerbs: Readonly<Record<string, string>> = {
  npm: 'exec x exe ex',
  pnpm: 'exec dlx',
  yarn: 'exec dlx run',
  bun: 'x run exec',
  mise: 'exec x',
  'nvm fnm volta honcho railway infisical teller op': 'exec run',
  'uv poetry pipenv pdm hatch rye pixi rustup conda mamba pipx dvc': 'run',
  'bundle bundler composer gem asdf rbenv pyenv direnv nx lerna turbo lage opam': 'exec',
  'stack dune cabal tox': 'exec',
};
