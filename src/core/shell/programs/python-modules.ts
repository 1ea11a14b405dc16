import { say } from '../../base/sentence';
import { nameSet } from '../../base/text-lines';
import type { Discovery, Usage } from './program-table';

/** Modules of Python itself that only show or check something, whatever they are given. */
const harmless = nameSet(
  'unittest tabnanny calendar this tokenize ast dis symtable platform sysconfig',
);

/** All others of Python itself: they run or load what they are given, write, or open connections. */
const ofPython =
  nameSet(`antigravity asyncio base64 bdb binhex cProfile cgi code codeop compileall concurrent ctypes
  curses dbm distutils doctest email encodings ensurepip filecmp fileinput ftplib getopt getpass gzip
  http idlelib imaplib importlib inspect json lib2to3 logging lzma mailcap mimetypes modulefinder
  multiprocessing nntplib optparse os pdb pickle pickletools pip pipes pkgutil poplib pprint profile
  pstats pty py_compile pyclbr pydoc quopri random rlcompleter runpy sched shelve shlex shutil site
  smtpd smtplib socket socketserver sqlite3 ssl subprocess tarfile telnetlib tempfile test textwrap
  timeit tkinter trace tracemalloc turtle turtledemo urllib uu uuid venv webbrowser wsgiref xdrlib xml
  xmlrpc zipapp zipfile zipimport zoneinfo _pyrepl _testcapi`);

/** Well-known others that run what they are given, or let others in. */
const ofOthers =
  nameSet(`IPython ipykernel ipdb pudb debugpy ptpython bpython jupyter jupyter_client jupyterlab nbconvert
  notebook virtualenv pipx uv twine flit hatch nox tox invoke fabric scrapy gunicorn uvicorn hypercorn
  waitress flask celery pyftpdlib twisted aiohttp websockets code_server kernprof line_profiler
  memory_profiler scalene viztracer pyinstrument py_spy pex shiv PyInstaller nuitka dask distributed
  remote_pdb rpyc xonsh`);

/** Verbs of pip that read nothing from outside. */
const pipReads = nameSet('list show freeze check --version -V --help help inspect');

/** A rule for Python is none for what a module brings: `-m pip install`, `-m pdb`, `-m zipfile -e`. */
export function checkPythonModule({
  options,
  operands,
}: Pick<Usage, 'options' | 'operands'>): readonly Discovery[] {
  const words = operands.map(({ text }) => text);
  return options.flatMap(({ name, value, word }): readonly Discovery[] => {
    const module = name === '-m' ? (value?.text ?? '') : '';
    if (!isOpen(module) || isHarmless(module.replace(/\.__main__$/, ''), words)) return [];
    const reason = say`the module ${module} can run or load what it is given, write, or connect`;
    const named = word.endsWith(module) ? [word] : [word, module];
    const verb = /^pip\b/.test(module) ? words.slice(0, 1) : [];
    return [{ reason, liftedBy: [...named, ...verb] }];
  });
}

/** A module of Python itself or of a well-known package; others are the project's own. */
function isOpen(module: string): boolean {
  const [top = ''] = module.split('.', 1);
  return ofPython.has(top) || ofOthers.has(top) || harmless.has(top);
}

/** `-m venv --help` only prints, and `-m json.tool a b` writes b. */
function isHarmless(module: string, [first, second]: readonly string[]): boolean {
  if (harmless.has(module)) return true;
  if (module === 'json.tool') return second === undefined;
  if (module === 'pip' && pipReads.has(first ?? '')) return true;
  return first === '--help' || first === '-h';
}
