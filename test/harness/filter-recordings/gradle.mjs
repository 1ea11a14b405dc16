// @ts-check
const version = "gradle --version 2>/dev/null | grep '^Gradle'";
const seconds = 400;
/** Durations and running daemons differ between runs. */
const hide = /** @type {const} */ ([
  [/^BUILD (\w+) in .*$/gm, 'BUILD $1 in 4s'],
  [/^(Starting a Gradle Daemon).*$/gm, '$1 (subsequent builds will be faster)'],
]);

const build = `apply plugin: 'java'
test { testLogging { events 'passed', 'failed', 'skipped'; exceptionFormat = 'full' } }
dependencies {
  testCompile files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar')
}
`;
const order = `public class Order {
  public static int total(int count, int price) { return count * price; }
}
`;

/**
 * @param {number} count
 * @param {string} broken
 */
function tests(count, broken = '') {
  const methods = Array.from(
    { length: count },
    (_, n) =>
      `  @org.junit.Test public void total${String(n)}() { org.junit.Assert.assertEquals(${String(n * 3)}, Order.total(${String(n)}, 3)); }`,
  );
  return `public class OrderTest {\n${methods.join('\n')}\n${broken}}\n`;
}

/** @param {number} count */
function modules(count) {
  const names = Array.from({ length: count }, (_, n) => `part${String(n)}`);
  /** @type {Record<string, string>} */
  const files = {
    'settings.gradle': names.map((name) => `include '${name}'\n`).join(''),
    'build.gradle': "subprojects { apply plugin: 'java' }\n",
  };
  for (const name of names) {
    files[`${name}/src/main/java/${name}/Order.java`] = `package ${name};\n${order}`;
  }
  return files;
}

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const rows = [
  {
    case: 'success',
    command: 'gradle build --offline --console=plain --no-daemon',
    files: {
      'build.gradle': build,
      'src/main/java/Order.java': order,
      'src/test/java/OrderTest.java': tests(60),
    },
    keep: ['BUILD SUCCESSFUL'],
  },
  {
    case: 'failure',
    command: 'gradle test --offline --console=plain --no-daemon',
    files: {
      'build.gradle': build,
      'src/main/java/Order.java': order,
      'src/test/java/OrderTest.java': tests(
        30,
        '  @org.junit.Test public void isRefunded() { org.junit.Assert.assertEquals(5, Order.total(2, 2)); }\n',
      ),
    },
    keep: ['OrderTest > isRefunded FAILED', 'expected:<5> but was:<4>', 'OrderTest.java:'],
  },
  {
    case: 'compile-error',
    command: 'gradle build --offline --console=plain --no-daemon',
    files: {
      'build.gradle': build,
      'src/main/java/Order.java': order.replace('price;', 'prize;'),
    },
    keep: ['cannot find symbol', 'Compilation failed; see the compiler error output for details.'],
  },
  {
    case: 'huge',
    command: 'gradle build --offline --console=plain --no-daemon',
    files: modules(60),
    keep: ['BUILD SUCCESSFUL'],
  },
  {
    case: 'tiny',
    command: 'gradle nothing --offline --console=plain --no-daemon -q',
    files: { 'build.gradle': "task nothing { doLast { println 'done' } }\n" },
    keep: ['done'],
  },
];

export const recordings = rows.map((row) => ({ version, seconds, hide, ...row }));
