// @ts-check
const tool = 'go';
const version = 'go version';
const module = 'module example.com/ledger\n\ngo 1.19\n';
const env = { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };

/**
 * @param {number} count
 * @param {string} prefix
 * @param {string} [does]
 */
function passing(count, prefix, does = 't.Helper()') {
  return Array.from(
    { length: count },
    (_, index) => `func Test${prefix}${String(index)}(t *testing.T) {\n\t${does}\n}\n`,
  ).join('\n');
}

/** @param {number} count */
function failing(count) {
  return Array.from({ length: count }, (_, index) => {
    const n = String(index);
    return `func TestBalance${n}(t *testing.T) {\n\tt.Log("account ${n}")\n\tt.Errorf("balance of account ${n}: got %d, want %d", ${n}, ${n}+1)\n}\n`;
  }).join('\n');
}

/** @param {string} body */
function file(body, name = 'ledger') {
  return `package ${name}\n\nimport "testing"\n\n${body}`;
}

const subtests = `func TestTable(t *testing.T) {
	for _, name := range []string{"one", "two", "three", "four"} {
		name := name
		t.Run(name, func(t *testing.T) {
			t.Log("running", name)
			if name == "three" {
				t.Fatalf("%s is not a number", name)
			}
		})
	}
}
`;

const parallel = Array.from(
  { length: 12 },
  (_, index) =>
    `func TestParallel${String(index)}(t *testing.T) {\n\tt.Parallel()\n\tif ${String(index)} == 7 {\n\t\tt.Log("in parallel")\n\t\tt.Error("seven is unlucky")\n\t}\n}\n`,
).join('\n');

const packages = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [
    `p${String(index)}/p_test.go`,
    file(passing(2, 'Adds'), `p${String(index)}`),
  ]),
);

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const rows = [
  {
    case: 'success',
    command: 'go test -v ./...',
    files: {
      'a_test.go': file(passing(80, 'Adds', 't.Log("checked")')),
      'store/s_test.go': file(passing(40, 'Keeps'), 'store'),
    },
  },
  {
    case: 'prints-of-one-test',
    command: 'go test -v -run Prints',
    files: { 'a_test.go': file(passing(1, 'Prints', 't.Log("the balance is", 12)')) },
    keep: ['the balance is 12'],
  },
  { case: 'tiny', command: 'go test', files: { 'a_test.go': file(passing(1, 'Adds')) } },
  {
    case: 'failure',
    command: 'go test ./...',
    files: {
      'a_test.go': file(`${passing(10, 'Adds')}\n${failing(2)}\n${subtests}`),
      'store/s_test.go': file(passing(5, 'Keeps'), 'store'),
      'none/none.go': 'package none\n',
    },
    keep: ['three is not a number', 'balance of account 0: got 0, want 1'],
  },
  {
    case: 'failure-verbose',
    command: 'go test -v ./...',
    files: {
      'a_test.go': file(`${passing(60, 'Adds')}\n${failing(2)}\n${subtests}\n${parallel}`),
      'store/s_test.go': file(passing(5, 'Keeps'), 'store'),
    },
    keep: ['three is not a number', 'seven is unlucky', '--- FAIL: TestTable/three'],
  },
  {
    case: 'huge',
    command: 'go test -v -count=1 ./...',
    files: { 'a_test.go': file(`${passing(700, 'Adds')}\n${failing(3)}`) },
  },
  {
    case: 'many-failures',
    command: 'go test ./...',
    files: { 'a_test.go': file(failing(40)) },
  },
  { case: 'many-packages', command: 'go test ./...', files: packages },
  {
    case: 'build-failure',
    command: 'go test ./...',
    files: {
      'a_test.go': file('func TestA(t *testing.T) {\n\tvar n int = "one"\n\tundefinedCall(n)\n}\n'),
      'store/s_test.go': file(passing(5, 'Keeps'), 'store'),
    },
    keep: ['[build failed]'],
  },
  {
    case: 'panic',
    command: 'go test -v ./...',
    files: {
      'a_test.go': file(
        `${passing(40, 'Adds')}\nfunc TestPanics(t *testing.T) {\n\tvar accounts map[string]int\n\taccounts["one"] = 1\n}\n`,
      ),
    },
    keep: ['panic: assignment to entry in nil map', 'a_test.go'],
  },
  {
    case: 'timeout',
    command: 'go test -v -timeout 1s ./...',
    files: {
      'a_test.go': `package ledger\n\nimport (\n\t"testing"\n\t"time"\n)\n\n${passing(30, 'Adds')}\nfunc TestHangs(t *testing.T) {\n\ttime.Sleep(time.Minute)\n}\n`,
    },
    keep: ['panic: test timed out after 1s', 'TestHangs'],
  },
  {
    case: 'misleading-names-and-prints',
    command: 'go test -v',
    files: {
      'a_test.go': `package ledger\n\nimport (\n\t"fmt"\n\t"os"\n\t"testing"\n)\n\nfunc TestErrorIsReported(t *testing.T) {\n\tfmt.Println("ok  \\texample.com/other\\t0.001s")\n}\n\nfunc TestPrintsResults(t *testing.T) {\n\tfmt.Println("--- PASS: TestOther (0.00s)")\n\tfmt.Println("PASS")\n\tt.Fatal("after the prints")\n}\n\n${passing(30, 'Adds')}\nfunc TestExits(t *testing.T) {\n\tos.Exit(3)\n}\n`,
    },
    keep: ['after the prints', 'exit status 3'],
  },
];

export const recordings = rows.map((row) => ({
  tool,
  version,
  env,
  ...row,
  files: { 'go.mod': module, ...row.files },
}));
