// @ts-check
/** The chat panel as a user sees it: by roles, names and texts. */
import { until } from './until.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {ReturnType<typeof createPanel>} Panel */

const TURN_MS = 60_000;

/** @param {Page} page */
export function createPanel(page) {
  // Locators are looked up at each use, so they outlive a reload of the webview. Tests open the
  // panel before any other webview, which makes it the first.
  const frame = page.frameLocator('iframe.webview >> nth=0').frameLocator('iframe#active-frame');
  const root = frame.locator('#gatehouse-root');
  const input = root.getByRole('textbox', { name: 'Message' });
  const sendButton = root.getByRole('button', { name: 'Send message' });
  const entries = root.getByRole('log', { name: 'Conversation' }).locator('> article');
  const notices = root.locator('article.notice');
  const answers = root.locator('article.assistant-message');

  const cards = () => root.locator('article.card');
  /** @param {string} label the beginning of "tool subject"; the last such card */
  const card = (label) => root.locator(`article.card[aria-label^=${JSON.stringify(label)}]`).last();

  /** @param {string} text */
  const submit = async (text) => {
    // A filled command counts as pasted, which is confirmed (decision 75).
    if (/^[!/]/.test(text)) await input.pressSequentially(text);
    else await input.fill(text);
    await input.press('Enter');
  };
  const users = () => root.locator('article.user-message').count();
  /** True once the turn of the last message is known to have begun, or is already over. */
  const hasBegun = () =>
    root.evaluate(
      (element) =>
        element.querySelector('button.stop') !== null ||
        element.querySelector('article:last-of-type:not(.user-message)') !== null,
    );
  /** For a message that was not sent: what the input holds, and where the keys went instead. */
  const whereTextIs = async () => {
    const draft = await input.inputValue();
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    const said = await notices.allInnerTexts();
    return `input ${JSON.stringify(draft)}, focus ${focus}, notices ${JSON.stringify(said)}`;
  };
  const idle = async (timeout = TURN_MS) => {
    await sendButton.waitFor({ timeout });
  };
  return {
    root,
    input,
    notices,
    answers,
    cards,
    card,
    submit,
    /**
     * Sends a message that begins a turn.
     *
     * @param {string} text
     */
    send: async (text) => {
      const before = await users();
      await submit(text);
      const began = async () => (await users()) > before && (await hasBegun());
      await until(`the turn of "${text}"`, began).catch(async (error) => {
        throw new Error(`${error.message}; ${await whereTextIs()}`, { cause: error });
      });
    },
    /** Waits until no turn runs in this chat. */
    idle,
    /** @param {string | RegExp} text */
    notice: async (text, timeout = TURN_MS) => {
      const found = notices.filter({ hasText: text }).last();
      await found.waitFor({ timeout });
      // An entry that is not in sight yet is not laid out, and has no text.
      return until(`the text of the notice ${text}`, () => found.innerText(), timeout);
    },
    /** @param {string | RegExp} text */
    answer: async (text, timeout = TURN_MS) => {
      await answers.filter({ hasText: text }).last().waitFor({ timeout });
    },
    /**
     * @param {string} label
     * @param {'asking' | 'running' | 'completed' | 'failed' | 'cancelled'} status
     */
    waitForCard: async (label, status, timeout = TURN_MS) => {
      const found = root
        .locator(`article.card-${status}[aria-label^=${JSON.stringify(label)}]`)
        .last();
      await found.waitFor({ timeout });
      // Scrolling moves the buttons, which then ignore clicks for a moment.
      if (status === 'asking') await found.locator('[data-allow]').scrollIntoViewIfNeeded();
      return found;
    },
    /** A new chat; the one before goes on if it runs. */
    newChat: async () => {
      await root.locator('button[aria-label="New chat"]').click();
      await until('an empty chat', async () => (await entries.count()) === 0);
      await idle();
    },
    /** Kind and whole text of every entry, folded details left out. */
    transcript: () =>
      entries.evaluateAll((elements) =>
        elements.map((element) => ({
          kind: element.className.replace(/\b(entry|is-streaming)\b/g, '').trim(),
          text: element instanceof HTMLElement ? element.innerText : '',
        })),
      ),
  };
}
