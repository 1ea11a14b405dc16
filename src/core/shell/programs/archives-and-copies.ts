import { say, type Sentence } from '../../base/sentence';
import { operandPaths } from './operand-paths';
import {
  danger,
  type Discovery,
  type OperandKind,
  optionRows,
  type Options,
  type ProgramTable,
  type Usage,
  type VerbTable,
} from './program-table';

/** Which files these are no rule can know, so no rule is enough. */
const unpacks = 'writes the files that the archive names';
const unpacking = (name: string) => say`${name} writes the files that the archive names`;

const tarOptions: Options = {
  ...optionRows(`
    --checkpoint-action --to-command --rsh-command --use-compress-program = script, runs a program
    --info-script --new-volume-script --rmt-command -I -F = script, runs a program
    -P --absolute-names = may write outside the folder
    --transform --xform -s --strip-components --exclude -b --blocking-factor --format --owner = text
    --group --mode --mtime --checkpoint --record-size --occurrence --level -N --newer -f = text
    --file = text
    -T --files-from = read, reads names or options from a file
    -X --exclude-from -C --directory = read
    --index-file --volno-file = write, writes a file
    -g --listed-incremental = write, writes a file
    -c --create -r --append -u --update -A --catenate --concatenate = writes a file
    --delete --remove-files --recursive-unlink --unlink-first --overwrite = deletes files
    -t --list -v --verbose -z --gzip -j --bzip2 -J --xz --zstd -a -k -p -O --to-stdout
    --auto-compress -h --dereference -m --touch -o --no-same-owner --same-owner
    --no-same-permissions --preserve-permissions --same-permissions --keep-old-files
    --skip-old-files --keep-newer-files --wildcards --no-wildcards --anchored --totals
    --numeric-owner --null --no-recursion --recursion --exclude-vcs --exclude-vcs-ignores
    --exclude-backups --exclude-caches --sort --full-time -W --verify --block-number -R -i
    --ignore-zeros -S --sparse --version --help --lzma --lzip --lzop -Z --compress -y --ignore-case
    --no-auto-compress --show-transformed-names --warning -B --read-full-records --hard-dereference
    --one-file-system --check-links --utc -q --fast-read
  `),
  '-x --extract --get': danger(unpacks),
};

/** `tar xzf a.tgz` bundles its letters without a dash; an archive may be on another machine. */
function checkTar({ options, operands }: Usage): readonly Discovery[] {
  const isListing = !options.some(({ rule }) => rule?.hazard?.startsWith('writes') === true);
  const archives = options.filter(({ name }) => name === '-f' || name === '--file');
  const isUnpacking = options.some(({ rule, name }) => rule?.hazard === unpacks && name !== '-O');
  return [
    ...(isListing ? [] : [{ writes: true } as const]),
    ...(isUnpacking ? [staying(unpacking('tar'))] : []),
    ...archives.flatMap(({ value }) => (value === undefined ? [] : archive(value.text, isListing))),
    ...operands.map(({ text: word }): Discovery => ({ path: { text: word, access: 'read' } })),
  ];
}

function archive(word: string, isListing: boolean): readonly Discovery[] {
  if (word === '-') return [];
  const isRemote = /^[^/]*:/.test(word);
  const reason = say`${word} may name another machine, which a program reaches`;
  return [
    ...(isRemote ? [{ reason }] : []),
    { path: { text: word, access: isListing ? 'read' : 'write' } },
  ];
}

const tar: ProgramTable = {
  programs: 'tar gtar bsdtar',
  operands: 'none',
  options: tarOptions,
  bundlesFirst: true,
  check: checkTar,
};

const zips: readonly ProgramTable[] = [
  {
    programs: 'zip',
    operands: 'write',
    writes: true,
    options: optionRows(`
      -T --test -r --recurse-paths -R -q --quiet -v --verbose -9 -0 -1 -u --update -f --freshen -j
      --junk-paths -D -X -y --symlinks -l -ll -o -e --encrypt -h --help -L -g -S -k -A -F -FF -z -c
      -sf --show-files -qr -ry -rq
      -TT --unzip-command = script, runs a program
      -m --move = deletes files
      -O --output-file --out = write, writes a file
      -b --temp-path = read
      -@ --names-stdin = reads names from its input
      -x -i -n -P -t -tt -s -sp --exclude --include --password = text
      -d --delete = deletes files
    `),
    check: ({ options }) =>
      options
        .filter(({ written }) => /^-[^-]*TT/.test(written))
        .map(({ written }) => ({ reason: say`${written} runs a program`, liftedBy: [written] })),
  },
  {
    programs: 'unzip zipinfo',
    operands: 'read',
    options: optionRows(`
      -: = may write outside the folder
      -d = write
      -P -x = text
      -l -t -v -Z -p -c -z -n -o -u -f -j -q -qq -a -aa -b -C -L -V -X -K -U -UU -W -1 -2 -s -m -h
      -T -M -B
    `),
    check: ({ options }) =>
      options.some(({ name }) => /^-[ltvZpcz]$/.test(name))
        ? []
        : [
            {
              writes: true,
              reason: say`unzip writes the files that the archive names`,
              staysHere: true,
            },
          ],
  },
  {
    programs: 'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 compress',
    operands: 'write',
    writes: true,
    options: optionRows(`
      -o = write, writes a file
      --files --files0 --filelist = glued, reads names or options from a file
      -S --suffix -b = text
      -T = maybe
      -d --decompress -k --keep -f --force -c --stdout --to-stdout -t --test -l --list -q --quiet -v
      --verbose -n --no-name -N --name -r --recursive -e --extreme -z --compress -h --help -V
      --version --fast --best -D --rm -m --ultra --no-check --sparse -L -a --rsyncable --synchronous
    `),
    // `gunzip x.gz` writes x.
    check: ({ operands }) =>
      operands.flatMap(({ text: word }) => {
        const name = /^([^]+)\.[a-z0-9]{1,4}$/i.exec(word)?.[1];
        return name === undefined ? [] : [{ path: { text: name, access: 'write' } }];
      }),
  },
  {
    programs: 'cpio pax ar 7z 7za 7zz unrar rar jar',
    writes: true,
    hazard: 'writes the files that the archive names',
    freeOptions: true,
    mayLose: true,
    check: ({ name, operands: [verb] }) =>
      /^[ltp]\w{0,2}$/.test(verb?.text ?? '') ? [] : [staying(unpacking(name))],
    options: optionRows(`
      --to-command --rsh-command -I --use-compress-program = script, runs a program
      -o -O = maybe
    `),
  },
];

/** All write what they name; the options that take a value are those of GNU. */
const moves: Options = optionRows(`
  -t --target-directory = write
  -S --suffix -m --mode -o --owner -g --group --context = maybe
  --backup --sparse --reflink --preserve --no-preserve --update = glued
  --strip-program = script, runs a program
  -a --archive -b -d -f --force -i --interactive -H -l --link -L --dereference -n --no-clobber -P
  --no-dereference -p -r -R --recursive -s --symbolic --symbolic-link -u -v --verbose -x
  --one-file-system --parents --attributes-only --remove-destination --strip-trailing-slashes -T
  --no-target-directory -D --directory -C --compare -c -X --copy-contents --relative --logical
  --physical --help --version -Z -h --exchange
`);

function writer(programs: string, operands: OperandKind, options: Options = {}): ProgramTable {
  return { programs, operands, options, writes: true };
}

const copies: readonly ProgramTable[] = [
  { ...writer('cp install ditto ln link', 'copy', moves), check: checkOver },
  {
    ...writer('mv rename rm rmdir unlink trash shred srm', 'write', {
      ...optionRows(`
        --iterations --size = text
        -I --dir -e --no-preserve-root --preserve-root --ignore-fail-on-non-empty --zero --exact
        --remove -z -F
      `),
      ...moves,
    }),
    check: checkWhole,
  },
  writer(
    'mkdir mkfifo tee sponge truncate fallocate touch',
    'write',
    optionRows(`
    -m --mode -Z -s --size -l -o -d -t --date --time --io-blocks = maybe
    -r --reference = read
    -p --parents -v --verbose -a --append -i --ignore-interrupts --output-error -c --no-create -h
    --no-dereference --help --version -x -z -f -A
  `),
  ),
  {
    ...writer('chmod chown chgrp chattr setfacl chflags xattr', 'mode', {
      ...optionRows(`
      --from = glued
      -R --recursive -v --verbose -c --changes -f --silent --quiet -h --no-dereference --dereference
      --preserve-root --help --version -H -L -P -m --modify -x -b -k -n -d -l -p -w -r -s -t -D -V
      --remove --remove-all
      --restore = read, reads names or options from a file
    `),
      '--reference': { value: 'read', isPattern: true },
    }),
    check: checkMode,
  },
  {
    ...writer(
      'split csplit',
      'read',
      optionRows(`
      --filter = script, runs a program
      -f --prefix = write
      -n -a -b -C -l --suffix-length --bytes --lines --number = maybe
      -d -x -e --elide-empty-files -u --unbuffered --verbose -k --keep-files -s --quiet -q -z
      --additional-suffix --separator -t --numeric-suffixes --hex-suffixes --suffix-format = text
      --digits = text
    `),
    ),
    check: checkPrefix,
  },
  writer(
    'mktemp',
    'write',
    optionRows(`
    -p --tmpdir = write
    --suffix = glued
    -d --directory -q --quiet -t -u --dry-run -V
  `),
  ),
  {
    ...writer(
      'patch',
      'write',
      optionRows(`
      -e --ed = opens an editor, which can run programs
      -o --output -r --reject-file = write, writes a file
      -i --input = read
      -d --directory = write
      -p --strip -F --fuzz -D --ifdef -B --prefix -z --suffix -V -Y -g --get = maybe
      -R --reverse -N --forward -f --force -s --quiet --silent -t --batch -E --remove-empty-files -l
      --ignore-whitespace -u --unified -c -n -b --backup --dry-run --verbose --binary --merge
      --no-backup-if-mismatch --posix -v --version --help
    `),
    ),
    check: checkPatch,
  },
  { programs: 'mknod mkswap dd', operands: 'none', writes: true, check: checkDd },
];

/** A whole folder laid over this one brings its `.git` and `.vscode` along. */
function checkOver({ name, options, operands }: Usage): readonly Discovery[] {
  const target = operands.at(-1)?.text ?? '';
  const isWhole = options.some(({ name: option }) => /^-[rRaT]$|^--(?:arc|rec|no-t)/.test(option));
  if (!isWhole || !/^(?:\.\/*)+$/.test(target)) return [];
  return operands
    .slice(0, -1)
    .filter(
      ({ text: word }) =>
        /(?:^|\/)\.{0,2}$/.test(word) || options.some(({ name: o }) => o === '-T'),
    )
    .map(({ text: word }) => ({
      reason: say`${name} lays all of ${word} over this folder`,
      staysHere: true,
    }));
}

/** No mode has more characters; reading a longer one would take long. */
const maxMode = 64;

/** A mode that lets others write, or that runs with other rights. */
function checkMode({ name, operands: [mode] }: Usage): readonly Discovery[] {
  const text = mode?.text ?? '';
  if (
    name !== 'chmod' ||
    (text.length <= maxMode &&
      !/^[0-7]*[2367]$|^0?[2-7][0-7]{3}$|(?:^|,)[ugoa]*[oa][ugoa]*[+=]\w*w|[+=]\w*s/.test(text))
  ) {
    return [];
  }
  return [
    {
      reason: say`chmod ${text.slice(0, maxMode)} lets others write it, or run it with other rights`,
      staysHere: true,
      liftedBy: [text],
    },
  ];
}

/** `split file prefix` writes `prefixaa` and so on. */
function checkPrefix({ name, operands }: Usage): readonly Discovery[] {
  const [, prefix] = operands;
  if (name !== 'split' || prefix === undefined) return [];
  return [{ path: { text: prefix.text, access: 'write' } }];
}

/** It writes, and sends nothing. */
function staying(reason: Sentence): Discovery {
  return { reason, staysHere: true };
}

/** The files named in the patch are unknown. */
function checkPatch({ name, options }: Usage): readonly Discovery[] {
  if (options.some(({ name: option }) => option === '--dry-run')) return [];
  return [{ reason: say`${name} writes the files that the patch names`, staysHere: true }];
}

/** The folder itself, with all that the protected names guard. */
function checkWhole({ name, operands }: Usage): readonly Discovery[] {
  return operands
    .filter(({ text: word }) => /^(?:\.{1,2}\/*)+$/.test(word))
    .map(({ text: word }) => ({
      reason: say`${name} ${word} is about the whole folder`,
      staysHere: true,
    }));
}

/** `dd` names its files by `if=` and `of=`. */
function checkDd({ operands }: Usage): readonly Discovery[] {
  return operands.flatMap(({ text: word }): readonly Discovery[] => {
    const file = /^(if|of)=(.*)$/s.exec(word);
    if (file === null) return [];
    return [{ path: { text: file[2] ?? '', access: file[1] === 'if' ? 'read' : 'write' } }];
  });
}

const rsync: ProgramTable = {
  programs: 'rsync',
  operands: 'none',
  writes: true,
  options: optionRows(`
    -e --rsh --rsync-path = script, runs a program
    --delete --delete-before --delete-during --delete-after = deletes what is not in the source
    --delete-excluded --del = deletes what is not in the source
    --remove-source-files = deletes files
    --files-from = read, reads names or options from a file
    --exclude-from --include-from --password-file --compare-dest --copy-dest --link-dest = read
    -T --temp-dir --backup-dir --partial-dir --log-file --write-batch = write, writes a file
    --daemon --config = glued, serves files
    -f --filter = text, reads names or options from a file
    --exclude --include --bwlimit --port --timeout --chmod --chown -B --info --debug = text
    --max-size --min-size --out-format --suffix --max-delete --modify-window = text
    -M --remote-option = text, hands options to a program
    -a --archive -v -vv --verbose -q --quiet -r --recursive -R --relative -u --update -l --links -p
    --perms -t --times -g --group -o --owner -D --devices --specials -n --dry-run -W --whole-file -x
    --one-file-system -z --compress -h --human-readable --progress -P --partial --stats -i
    --itemize-changes -c --checksum -E --executability -A --acls -X --xattrs -O --omit-dir-times
    --ignore-existing --existing -b --backup --inplace --append --append-verify -S --sparse
    --numeric-ids --size-only -m --prune-empty-dirs --list-only --mkpath -H --hard-links -d --dirs
    -C --cvs-exclude --safe-links --no-perms --no-owner --no-group --no-times -0 --from0 -4 -6 -s
    --ignore-times -I --force --delay-updates --fuzzy -y --version --help -N -U
    -L --copy-links -k --copy-dirlinks -K --keep-dirlinks = follows links to other folders
    --copy-unsafe-links = follows links to other folders
  `),
  check: checkInto,
};

/** The last operand is written; `host:path` is on another machine. */
function checkTransfer({ operands, name }: Usage): readonly Discovery[] {
  return operands.map(({ text: word }, at): Discovery => {
    const isRemote = /^[^/]*:/.test(word);
    if (isRemote) {
      return { reason: say`${name} reaches another machine: ${word}`, liftedBy: [word] };
    }
    const access = at === operands.length - 1 ? 'write' : 'read';
    return { path: { text: word, access } };
  });
}

/** `rsync -a x/.git .` writes `./.git`; `rsync -a x/ .` whatever x holds. */
function checkInto(usage: Usage): readonly Discovery[] {
  const into = operandPaths('copy', usage).map(({ text: word, access }): Discovery => ({
    path: { text: word, access },
  }));
  const isHere = usage.operands.every(({ text: word }) => !/^[^/]*:/.test(word));
  return [...checkTransfer(usage), ...checkOver(usage), ...(isHere ? into : [])];
}

const secureCopy: VerbTable = {
  operands: 'none',
  writes: true,
  options: optionRows(`
    -S -o -F -D -J = text, may run a program
    -i = read
    -b = read, runs a script
    -c -l -P -X -s -B -R = maybe
    -3 -4 -6 -A -a -C -f -O -p -q -r -T -v -N
  `),
  check: checkTransfer,
};

export const archivesAndCopies: readonly ProgramTable[] = [
  tar,
  ...zips,
  ...copies,
  rsync,
  { programs: 'scp sftp rcp', ...secureCopy },
];
