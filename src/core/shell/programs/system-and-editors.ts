import { say } from '../../base/sentence';
import {
  danger,
  type Discovery,
  loadsCode,
  optionRows,
  type ProgramTable,
  type Usage,
} from './program-table';

/** A program that every rule for it frees, yet whose use is worth a word where the rule is `*`. */
function always(programs: string, hazard: string): ProgramTable {
  return { programs, hazard, operands: 'maybe' };
}

/** They hand on what they are given, to run or open it: a rule must name it. */
function checkHandedOn({ name, operands, options }: Usage): readonly Discovery[] {
  const named = operands.map(({ text: word }) => word);
  const values = options.flatMap(({ word }) =>
    /^-[lrh]$|^--(?:list|help|version)$/.test(word) ? [] : [word],
  );
  const handed = [...named, ...values].map((word) => ({
    reason: say`${name} hands on ${word}`,
    liftedBy: [word],
  }));
  const isListed = options.length > values.length;
  return [...handed, ...(/^(?:at|batch)$/.test(name) && !isListed ? [ownInput(name)] : [])];
}

/** `vim +cmd`, `less +!cmd`: a command for the editor, which can start programs. */
function checkEditor({ operands, name }: Usage): readonly Discovery[] {
  const carried = operands
    .filter(({ text: word }) => word.startsWith('+') || word.startsWith('!'))
    .map(({ text: word }) => ({ reason: say`${name} carries out ${word}`, liftedBy: [word] }));
  return [...carried, ...(/^(?:r?ed|ex)$/.test(name) ? [ownInput(name)] : [])];
}

/** No rule has seen what comes as its input. */
function ownInput(name: string): Discovery {
  return { reason: say`${name} carries out what it reads from its input` };
}

const editorOptions = {
  '-c --cmd -S -s -u -U -W -w -i --eval -e --command -l --load -f --funcall --script -Nu': danger(
    'runs the given code',
    'text',
  ),
  '--rcfile --init-directory': loadsCode,
} as const;

const vim: ProgramTable = {
  programs: `vim vi nvim view ex vimdiff emacs emacsclient ed red nano pico micro helix hx joe kak`,
  operands: 'write',
  writes: true,
  hazard: 'opens an editor, which can run programs',
  options: editorOptions,
  check: checkEditor,
};

const pager: ProgramTable = {
  programs: 'less more most pg',
  operands: 'read',
  options: optionRows(`
    -o -O --log-file --LOG-FILE = write, writes a file
    -k --lesskey-file --lesskey-src --lesskey-content = read, loads and runs code
    -t --tag -T --tag-file = read
    -p --pattern -P --prompt -x -y -z -b -h -j -D -# = maybe
    -R --RAW-CONTROL-CHARS -S --chop-long-lines -N --LINE-NUMBERS -n -F --quit-if-one-screen -X
    --no-init -i --ignore-case -I -e -E -f --force -q -Q -s -r -M -m -g -G -K -L -V --version -w -a
    -c -d -l -u -v --mouse --use-color
  `),
  check: checkEditor,
};

/** Programs that show what is set in the environment, where secrets are. */
const leaks: ProgramTable = {
  programs: 'printenv',
  operands: 'none',
  freeOptions: true,
  check: ({ operands }) =>
    operands.length > 0
      ? operands.map(({ text: word }) => ({
          reason: say`printenv shows ${word}`,
          staysHere: true,
          liftedBy: [word],
        }))
      : [{ reason: say`printenv shows all variables, including secrets`, staysHere: true }],
};

const processes: ProgramTable = {
  programs: 'ps',
  operands: 'none',
  freeOptions: true,
  check: ({ options, operands }) => {
    const letters = operands[0]?.text ?? '';
    const isBsd = /^[A-Za-z]*e[A-Za-z]*$/.test(letters) && letters.length < 8;
    const named = options.find(({ name }) => name === '-E');
    return isBsd || named !== undefined
      ? [
          {
            reason: say`ps shows the variables of other programs, including secrets`,
            staysHere: true,
          },
        ]
      : [];
  },
};

export const systemAndEditors: readonly ProgramTable[] = [
  vim,
  pager,
  leaks,
  processes,
  {
    programs: 'man info apropos',
    operands: 'maybe',
    options: optionRows(`
      -P --pager -H --html --browser --preprocessor -T --troff-device = script, runs a program
      -C --config-file -M --manpath = read, loads and runs code
      -l --local-file = read
      -k -f -a --all -w --where -K -i -I -u -7 -h --help -V --version -d -c -o -O
      -s -S --sections -L --locale -e = text
    `),
  },
  {
    programs: 'lsof fuser pgrep netstat ss free uptime vmstat iostat',
    operands: 'none',
    options: optionRows(`
      -D = glued, writes a file
      -K --kill -k = stops programs
      -F --filter = maybe
      -n -P -t -a -l -c -x -o -v -h -m -b -g -w -s -q -z -e -r -6 -4 -U -O -N -T --tcp -udp
      --listening --numeric --processes --programs --all -A -C -E -R -S -L --human --help --version
      -V -W -f -y -p -i -u -d -X -M -G -H
    `),
  },
  {
    programs: `crontab at batch launchctl schtasks open xdg-open start explorer code cursor codium subl
      gedit notepad`,
    operands: 'maybe',
    check: checkHandedOn,
  },
  {
    programs: 'systemctl service journalctl loginctl rc-service initctl',
    operands: 'maybe',
    mayLose: true,
    hazard: 'controls services or scheduled jobs',
  },
  always('kill pkill killall skill xkill taskkill', 'stops programs'),
  always(
    `mount umount losetup fdisk parted mkfs fsck swapon swapoff blkid wipefs diskutil hdiutil
    modprobe insmod rmmod sysctl dmesg`,
    'changes the machine',
  ),
  always(
    `iptables nft ufw firewall-cmd ip ifconfig route tcpdump tshark nmap arp iw networksetup`,
    'changes or watches the network',
  ),
  always(
    `useradd usermod userdel groupadd adduser deluser passwd chpasswd visudo vipw chsh chfn dscl
    gpasswd`,
    'changes the machine',
  ),
  always(
    'shutdown reboot halt poweroff init telinit pmset logout logoff',
    'ends the session or the machine',
  ),
  always(
    `update-alternatives alternatives defaults gsettings dconf reg setx git-config xdg-mime`,
    'changes the machine',
  ),
  always('pbcopy pbpaste xclip xsel wl-copy wl-paste clip', 'reaches the clipboard'),
  {
    mayLose: true,
    programs: 'hg svn bzr jj fossil sl cvs',
    ownOptions: true,
    options: optionRows(`
      --config --config-option = text, changes a setting that may name a program to run
      --config-file --config-dir = text, changes a setting that may name a program to run
      --config-toml = text, changes a setting that may name a program to run
      --cwd -R --repository = read, uses another repository
      --debugger --profile --editor-cmd --diff-cmd --diff3-cmd -d = script, runs a program
    `),
    otherVerbs: {
      options: optionRows(`
        --diff-cmd --diff3-cmd --editor-cmd --tool -e --rsh --ssh = script, runs a program
        --remotecmd = script, runs a program
        --config --config-option = text, changes a setting that may name a program to run
        --config-dir = text, changes a setting that may name a program to run
        -m --message -r --revision --rev -l --limit -b --branch -u --user --template -T -c -d = text
        -o --output = write, writes a file
        -v --verbose -q --quiet --git -p --patch --stat -a --all -n -A --addremove -G --graph
        --summary -s -w -B --no-pager -f -U --ignore-all-space --color-words --name-only -i --help
        --no-graph --reversed
      `),
    },
  },
];
