// @ts-check
/** Writes wheels without code: `name version needs…` a line, into a folder as package indexes have. */
const makeWheels = `
import pathlib, sys, zipfile
for line in open('wheels.txt'):
    name, version, *needs = line.split()
    folder = pathlib.Path('index') / name
    folder.mkdir(parents=True, exist_ok=True)
    base = name.replace('-', '_')
    info = f'{base}-{version}.dist-info'
    with zipfile.ZipFile(folder / f'{base}-{version}-py3-none-any.whl', 'w') as wheel:
        def add(path, text):
            wheel.writestr(path, text)
        add(f'{base}.py', 'value = 1\\n')
        if name == 'big-data':
            add(f'{base}_table.txt', '0123456789' * 800_000)
        needed = ''.join(f'Requires-Dist: {need}\\n' for need in needs)
        metadata = f'Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n{needed}'
        add(f'{info}/METADATA', metadata)
        pathlib.Path(wheel.filename + '.metadata').write_text(metadata)
        add(f'{info}/WHEEL', 'Wheel-Version: 1.0\\nGenerator: demo\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        add(f'{info}/RECORD', '')
`;

/**
 * One package that needs all the others.
 *
 * @param {number} count
 */
function index(count) {
  const parts = [...Array(count).keys()].map((part) => `part-${part} 1.${part}.0`);
  const needs = parts.map((part) => part.split(' ')[0]).join(' ');
  const others = ['big-data 2.1.0', 'left 1.0.0 part-0<1', 'right 1.0.0 part-0>=1', 'part-0 0.9.0'];
  return [...parts, `web 3.2.0 ${needs} big-data`, ...others, ''].join('\n');
}

const env = {
  PIP_CONFIG_FILE: '/dev/null',
  PIP_INDEX_URL: '$SERVED',
  PIP_EXTRA_INDEX_URL: '',
  PIP_FIND_LINKS: '',
  PIP_NO_CACHE_DIR: '1',
};

const offline = { ...env, PIP_NO_INDEX: '1', PIP_INDEX_URL: '' };

/** @param {number} count */
const served = (count) => ({
  serve: 'index',
  files: { 'make-wheels.py': makeWheels, 'wheels.txt': index(count) },
  prepare: 'python3 -m venv .venv && python3 make-wheels.py',
  env,
});

const extension = {
  'native/setup.py':
    "from setuptools import Extension, setup\n\nsetup(name='native', version='0.4.0', packages=['native', 'native.parts'], ext_modules=[Extension('native._core', ['core.c'])])\n",
  'native/core.c':
    '#include <Python.h>\n#include "absent_library.h"\nint value(void) { return 1; }\n',
  'native/native/__init__.py': '',
  ...Object.fromEntries(
    [...Array(30).keys()].map((part) => [`native/native/parts/part_${part}.py`, 'value = 1\n']),
  ),
  'native/native/parts/__init__.py': '',
};

const local = {
  'tool/setup.py': "from setuptools import setup\n\nsetup(name='tool', version='1.2.0')\n",
};

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'success', command: 'pip install web', ...served(30) },
  { case: 'terminal', command: 'pip install web', ...served(12), terminal: true },
  { case: 'huge', command: 'pip install web', ...served(150) },
  {
    case: 'tiny',
    command: 'pip install web',
    ...served(3),
    prepare: `${served(3).prepare} && pip install web`,
    keep: ['Requirement already satisfied: web in'],
  },
  {
    case: 'upgrade',
    command: 'pip install --upgrade left right==1.0.0 --no-deps part-0',
    ...served(3),
    prepare: `${served(3).prepare} && pip install part-0==0.9.0`,
    keep: ['Successfully uninstalled part-0-0.9.0', 'Successfully installed'],
  },
  {
    case: 'failure',
    command: 'pip install absent-package==9.1',
    ...served(3),
    keep: ['ERROR: No matching distribution found for absent-package==9.1'],
  },
  {
    case: 'conflict',
    command: 'pip install left right',
    ...served(3),
    keep: ['right 1.0.0 depends on part-0>=1', 'ERROR: ResolutionImpossible'],
  },
  {
    case: 'failure-build',
    command: 'pip install --no-build-isolation ./native',
    files: extension,
    env: offline,
    hide: [[/\/home\/dev\/\.pyenv\/versions\/[\d.]+/g, '/usr']],
    prepare:
      'python3 -m venv .venv && env -u PIP_NO_INDEX -u PIP_INDEX_URL -u PIP_CONFIG_FILE .venv/bin/pip install -q setuptools==80.9.0',
    keep: [
      'core.c:2:10: fatal error: absent_library.h',
      'ERROR: Could not build wheels for native',
    ],
  },
  {
    case: 'local',
    command: 'pip install --no-build-isolation -e ./tool',
    files: local,
    env: offline,
    prepare:
      'python3 -m venv .venv && env -u PIP_NO_INDEX -u PIP_INDEX_URL -u PIP_CONFIG_FILE .venv/bin/pip install -q setuptools==80.9.0',
    keep: ['Successfully installed tool'],
  },
  {
    case: 'poetry',
    command: 'poetry install --no-root',
    ...served(40),
    files: {
      ...served(40).files,
      'pyproject.toml':
        '[tool.poetry]\nname = "app"\nversion = "1.0.0"\ndescription = ""\nauthors = []\n\n[[tool.poetry.source]]\nname = "demo"\nurl = "SERVED"\ndefault = true\n\n[tool.poetry.dependencies]\npython = "^3.9"\nweb = "^3.2"\n',
    },
    prepare: `${served(40).prepare} && sed -i "s|SERVED|$SERVED|" pyproject.toml && rm -rf .venv`,
    env: {
      POETRY_VIRTUALENVS_IN_PROJECT: 'true',
      POETRY_CACHE_DIR: 'cache',
      PYTHON_KEYRING_BACKEND: 'keyring.backends.null.Keyring',
    },
  },
];
