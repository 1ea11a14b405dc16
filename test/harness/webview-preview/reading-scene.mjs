// @ts-check
/** An answer with everything that Markdown offers. */
import { assistant, state, user } from './items.mjs';

const code = `import { total } from './total.js';

/** The sum of a cart, in cents. */
export class Cart extends Base {
  constructor(lines = []) {
    this.lines = lines; // never null
    this.rate = 0.19;
  }

  sum() {
    return this.lines.reduce((all, { price, count }) => all + price * count, 0);
  }
}`;

const answer = `The bug was in \`totalOf\`. Here is the class:

\`\`\`js src/cart.js
${code}
\`\`\`

And the markup of it:

\`\`\`html
<section class="cart" data-id="7">Total: <b>12</b></section>
\`\`\`

| File | Test | Covered | What is missing |
| --- | --- | ---: | --- |
| \`src/catalog.js\` | yes | 97.5 % | nothing that matters |
| \`src/extremely-long-file-name.js\` | no | 12 % | everything about discounts |

- [x] Fix the total
- [ ] Add a test

![logo](https://example.com/logo.png)

    plain code without a language`;

export const readingScenes = {
  reading: {
    state: state({ model: 'qwen3-coder' }),
    items: [user('#1', 'What was wrong?'), assistant('#2', answer)],
  },
};
