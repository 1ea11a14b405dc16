// @ts-check
const untidy = `import os
import sys, json
from typing import *


def add( a,b ):
    unused = 1
    if a == None:
        print( undefined_name )
    return a+b
class Price():
    def __init__(self, amount):
        self.amount=amount
    def show(self, kind = 'short', x=[]):
        try:
            return self.amonut + 1
        except:
            pass
`;
const typed = `from typing import Optional


def add(one: int, other: int) -> str:
    return one + other


class Price:
    def __init__(self, amount: int) -> None:
        self.amount = amount

    def show(self) -> Optional[str]:
        return self.amonut


add("1", 2)
price: Price = Price("x")
price.show().upper()
`;

/**
 * @param {string} text
 * @param {number} count
 */
function files(text, count) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`shop/part_${at}.py`, text]));
}

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'flake8',
    command: 'flake8 shop',
    files: { ...files(untidy, 3), 'shop/broken.py': 'def broken(:\n    pass\n' },
    keep: ['E999 SyntaxError: invalid syntax', 'F403'],
  },
  {
    case: 'pylint',
    command: 'pylint --disable=duplicate-code shop/part_0.py shop/part_1.py',
    files: files(untidy, 2),
    keep: ['shop/part_1.py:9:15', 'undefined-variable', 'Your code has been rated at'],
  },
  {
    case: 'mypy',
    command: 'mypy shop',
    files: files(typed, 4),
    keep: ['shop/part_3.py:13', '[attr-defined]', 'Found 20 errors in 4 files'],
  },
  {
    case: 'huge',
    command: 'flake8 --show-source shop',
    files: files(untidy, 60),
    keep: ['shop/part_59.py:2:11', 'E225', 'F401'],
  },
  { case: 'tiny', command: 'flake8 tiny.py', files: { 'tiny.py': 'import os\n' }, keep: ['F401'] },
  { case: 'success', command: 'mypy tiny.py', files: { 'tiny.py': 'name: str = "x"\n' } },
];
