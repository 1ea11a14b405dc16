// @ts-check
const tool = 'pytest';
const version = 'python3 -m pytest --version';
/** Without pytest plugins of this machine. */
const env = { COLUMNS: '80', PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' };
/** @type {readonly (readonly [RegExp, string])[]} */
const hide = [[/\/[^\s"]*?(?=\/(?:lib|bin)\/python3)/g, '/usr']];

/**
 * @param {number} count
 * @param {string} prefix
 */
function passing(count, prefix) {
  return Array.from(
    { length: count },
    (_, index) => `def test_${prefix}_${String(index)}():\n    assert ${String(index)} < 1000\n`,
  ).join('\n');
}

/** @param {number} count */
function failing(count) {
  return Array.from({ length: count }, (_, index) => {
    const n = String(index);
    return `def test_balance_${n}():\n    print("account ${n}")\n    balance = {"account": ${n}, "sum": ${n}}\n    assert balance == {"account": ${n}, "sum": ${n} + 1}\n`;
  }).join('\n');
}

const mixed = `import warnings
import pytest

${passing(40, 'adds')}

@pytest.fixture
def bank():
    raise ConnectionError("the bank does not answer")

def test_uses_bank(bank):
    pass

def test_subtracts():
    print("about to subtract")
    assert 5 - 3 == 3

class TestLedger:
    def test_deep(self):
        def outer():
            inner()
        def inner():
            raise KeyError("no such account")
        outer()

    @pytest.mark.xfail
    def test_known(self):
        assert False

@pytest.mark.skip(reason="needs a bank")
def test_talks_to_the_bank():
    pass

def test_warns():
    warnings.warn("use credit() instead", DeprecationWarning)
`;

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const rows = [
  {
    case: 'success',
    command: 'python3 -m pytest',
    files: {
      'tests/test_add.py': passing(60, 'adds'),
      'tests/test_import.py': passing(30, 'imports'),
      'tests/unit/test_round.py': passing(12, 'rounds'),
    },
  },
  { case: 'tiny', command: 'python3 -m pytest -q', files: { 'test_add.py': passing(1, 'adds') } },
  {
    case: 'failure',
    command: 'python3 -m pytest',
    files: { 'test_ledger.py': mixed, 'test_other.py': passing(100, 'others') },
    keep: ['about to subtract', 'the bank does not answer', 'use credit() instead'],
  },
  {
    case: 'failure-verbose',
    command: 'python3 -m pytest -v',
    files: { 'test_ledger.py': mixed, 'test_other.py': passing(150, 'others') },
    keep: ['test_ledger.py::test_subtracts', 'test_ledger.py::TestLedger::test_deep'],
  },
  {
    case: 'failure-quiet',
    command: 'python3 -m pytest -q --tb=short',
    files: { 'test_ledger.py': mixed, 'test_other.py': passing(400, 'others') },
  },
  {
    case: 'success-verbose',
    command: 'python3 -m pytest -v',
    files: { 'tests/test_add.py': passing(200, 'adds') },
  },
  {
    case: 'huge',
    command: 'python3 -m pytest -vv',
    files: {
      'test_many.py': passing(600, 'adds'),
      'test_more.py': passing(600, 'imports'),
      'test_bad.py': failing(2),
    },
  },
  {
    case: 'many-failures',
    command: 'python3 -m pytest',
    files: { 'test_bad.py': failing(30), 'test_good.py': passing(300, 'adds') },
  },
  {
    case: 'stops-at-first',
    command: 'python3 -m pytest -x',
    files: { 'test_a.py': passing(20, 'adds'), 'test_b.py': failing(3) },
    keep: ['stopping after 1 failures'],
  },
  {
    case: 'collection-error',
    command: 'python3 -m pytest',
    files: {
      'test_a.py': 'import no_such_module\n\ndef test_a():\n    pass\n',
      'test_b.py': 'def test_b(:\n    pass\n',
      'test_c.py': passing(3, 'adds'),
    },
    keep: ["No module named 'no_such_module'", 'Interrupted: 2 errors during collection'],
  },
  {
    case: 'misleading-names-and-prints',
    command: 'python3 -m pytest -s -v',
    files: {
      'test_a.py': `def test_error():\n    print("\\nERROR: only printed")\n\ndef test_failure_is_reported():\n    print("\\ntest_a.py::test_x PASSED")\n    print("=== 9 passed in 0.01s ===")\n    assert not "printed"\n\n${passing(30, 'adds')}`,
    },
    keep: ['ERROR: only printed'],
  },
  {
    case: 'crash',
    command: 'python3 -X faulthandler -m pytest -v',
    files: {
      'test_a.py': `import os\n\n${passing(30, 'adds')}\n\ndef test_crashes():\n    os.abort()\n`,
    },
    keep: ['test_a.py::test_crashes', 'Fatal Python error: Aborted'],
  },
  {
    case: 'killed-by-timeout',
    command: 'timeout 3 python3 -m pytest -v',
    files: {
      'test_a.py': `import time\n\n${passing(30, 'adds')}\n\ndef test_hangs():\n    time.sleep(60)\n`,
    },
    keep: ['test_a.py::test_hangs'],
  },
  {
    case: 'usage-error',
    command: 'python3 -m pytest --no-such-option',
    files: { 'test_a.py': passing(1, 'adds') },
    keep: ['unrecognized arguments: --no-such-option'],
  },
  {
    case: 'durations-in-colour',
    command: 'python3 -m pytest --durations=30 -vv',
    colour: true,
    files: {
      'test_a.py': `import time\nimport pytest\n\n@pytest.mark.parametrize("n", range(40))\ndef test_slow(n):\n    time.sleep(0.006)\n\n${failing(1)}`,
    },
  },
];

export const recordings = rows.map((row) => ({ tool, version, env, hide, ...row }));
