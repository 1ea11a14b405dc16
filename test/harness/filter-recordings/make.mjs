// @ts-check
/**
 * C sources and the rules that compile them.
 *
 * @param {number} count
 * @param {(index: number) => string} [body]
 * @returns {Record<string, string>}
 */
function sources(count, body = () => '') {
  /** @type {Record<string, string>} */
  const files = {};
  for (let index = 0; index < count; index += 1) {
    files[`src/part_${index}.c`] =
      `int part_${index}(int given) {\n  return given + ${index};\n}\n${body(index)}`;
  }
  const numbers = [...Array(count).keys()];
  const calls = numbers.map((index) => `part_${index}(0)`).join(' + ');
  const declared = numbers.map((index) => `int part_${index}(int);`).join('\n');
  files['src/main.c'] =
    `#include <stdio.h>\n${declared}\nint main(void) {\n  printf("%d\\n", ${calls});\n  return 0;\n}\n`;
  return files;
}

const makefile = `CFLAGS = -O2 -Wall -Wextra -Iinclude -DVERSION=\\"1.4.0\\" -fno-strict-aliasing
OBJECTS = $(patsubst src/%.c,build/%.o,$(sort $(wildcard src/*.c)))

build/app: $(OBJECTS)
\tgcc $(CFLAGS) -o $@ $^
\t@echo built $@

build/%.o: src/%.c
\t@mkdir -p build
\tgcc $(CFLAGS) -MMD -MP -c -o $@ $<
`;

/** Two libraries in folders of their own, built by make inside make. */
const recursive = {
  Makefile:
    'DIRS = core net app\n\nall: $(DIRS)\n\n$(DIRS):\n\t$(MAKE) -C $@\n\n.PHONY: all $(DIRS)\n',
  'core/Makefile': 'libcore.a: one.o two.o\n\tar rcs $@ $^\n\tranlib $@\n',
  'core/one.c': 'int one(void) { return 1; }\n',
  'core/two.c': 'int two(void) { int left; return 2; }\n',
  'net/Makefile': 'CFLAGS = -Wall\nlibnet.a: socket.o\n\tar rcs $@ $^\n',
  'net/socket.c':
    '#include "wire.h"\nint open_socket(struct address *to) {\n  int unused_port = 80;\n  return to->port;\n}\n',
  'net/wire.h': 'struct address { int host; };\n',
  'app/Makefile': 'app: main.o\n\t$(CC) -o $@ $^\n',
  'app/main.c': 'int main(void) { return 0; }\n',
};

/** @param {number} index */
const warned = (index) =>
  index % 5 === 0
    ? `int other_${index}(int first, int second) {\n  int total;\n  return first;\n}\n`
    : '';

/** @param {number} index */
const broken = (index) =>
  index === 7
    ? 'struct point { int x; };\nint bad(struct point *p) {\n  return p->y + missing(p);\n}\n'
    : '';

const cmake = `cmake_minimum_required(VERSION 3.18)
project(app C)
find_package(Threads REQUIRED)
include(CheckIncludeFile)
include(CheckFunctionExists)
check_include_file(unistd.h HAVE_UNISTD_H)
check_include_file(absent.h HAVE_ABSENT_H)
check_function_exists(fork HAVE_FORK)
file(GLOB SOURCES src/*.c)
add_executable(app \${SOURCES})
target_link_libraries(app Threads::Threads)
`;

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'success', command: 'make', files: { ...sources(40), Makefile: makefile } },
  {
    case: 'warnings',
    command: 'make -j2',
    files: { ...sources(30, warned), Makefile: makefile },
    keep: ['src/part_5.c:5:7: warning: unused variable ‘total’ [-Wunused-variable]'],
  },
  {
    case: 'failure',
    command: 'make -k',
    files: { ...sources(30, broken), Makefile: makefile },
    keep: ['error: ‘struct point’ has no member named ‘y’', '  return p->y + missing(p);'],
  },
  {
    case: 'failure-link',
    command: 'make',
    files: {
      ...sources(12),
      'src/main.c': 'int absent(int);\nint main(void) {\n  return absent(1);\n}\n',
      Makefile: makefile,
    },
    keep: ["undefined reference to `absent'"],
  },
  {
    case: 'failure-inside',
    command: 'make',
    files: recursive,
    keep: [
      "make[1]: Entering directory '/work/net'",
      'socket.c:4:12: error: ‘struct address’ has no',
    ],
  },
  { case: 'huge', command: 'make -j2', files: { ...sources(600), Makefile: makefile } },
  { case: 'tiny', command: 'make', files: { ...sources(2), Makefile: makefile }, prepare: 'make' },
  { case: 'no-rule', command: 'make deploy', files: { Makefile: 'all:\n\t@echo done\n' } },
  {
    case: 'recipes',
    command: 'make report',
    files: {
      Makefile: `report:\n\t@for n in $$(seq 1 40); do echo "row $$n: total $$((n * 3))"; done\n`,
    },
    keep: ['row 20: total 60'],
  },
  {
    case: 'cmake-configure',
    command: 'cmake -S . -B build',
    files: { ...sources(3), 'CMakeLists.txt': cmake },
    keep: [
      '-- Build files have been written to: /work/build',
      '-- Looking for absent.h - not found',
    ],
  },
  {
    case: 'cmake-configure-failure',
    command: 'cmake -S . -B build',
    files: { ...sources(3), 'CMakeLists.txt': `${cmake}find_package(Absent REQUIRED)\n` },
    keep: ['CMake Error at CMakeLists.txt:12 (find_package):'],
  },
  {
    case: 'cmake-build',
    command: 'cmake --build build',
    files: { ...sources(60), 'CMakeLists.txt': cmake },
    prepare: 'cmake -S . -B build',
  },
  {
    case: 'cmake-build-failure',
    command: 'cmake --build build',
    files: { ...sources(20, broken), 'CMakeLists.txt': cmake },
    prepare: 'cmake -S . -B build',
  },
  {
    case: 'ninja',
    command: 'ninja -C build',
    files: { ...sources(60, warned), 'CMakeLists.txt': cmake },
    prepare: 'cmake -G Ninja -S . -B build -DCMAKE_C_FLAGS=-Wall',
  },
  {
    case: 'ninja-failure',
    command: 'ninja -C build -k 0',
    files: { ...sources(20, broken), 'CMakeLists.txt': cmake },
    prepare: 'cmake -G Ninja -S . -B build',
  },
  {
    case: 'ninja-terminal',
    command: 'ninja -C build',
    files: { ...sources(40, broken), 'CMakeLists.txt': cmake },
    prepare: 'cmake -G Ninja -S . -B build',
    terminal: true,
  },
];
