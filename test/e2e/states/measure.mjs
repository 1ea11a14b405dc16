// @ts-check
/** Whether a page is drawn as it should be, measured without regard to fonts. */

/**
 * What is wrong on the page: text or buttons that overlap or are cut off, what is wider than its
 * parent, and targets below 24 × 24 pixels.
 *
 * @param {import('playwright-core').Frame} frame
 * @returns {Promise<string[]>}
 */
export function faultsOf(frame) {
  return frame.evaluate(measure);
}

/** Runs in the page, and so has all it needs inside. */
function measure() {
  const minTarget = 24;
  /** In pixels: edges are rounded. */
  const slack = 1;
  const controls = 'button, input, textarea, select, a[href], summary';
  /** @type {Set<string>} */
  const faults = new Set();
  const all = [...document.body.querySelectorAll('*')].filter(isDrawn);

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add('the page scrolls sideways');
  for (const each of all) {
    const style = window.getComputedStyle(each);
    checkWidth(each, style);
    checkText(each, style);
    checkTarget(each);
    checkPairs([...each.children].filter(isBlock), 1);
  }
  checkPairs(
    all.filter((each) => each.matches(controls)),
    Infinity,
  );
  return [...faults];

  /** @param {Element} each */
  function isDrawn(each) {
    return (
      each.checkVisibility() &&
      each.getClientRects().length > 0 &&
      each.closest('.sr-only, [inert], svg') === null &&
      !window.getComputedStyle(each).clipPath.startsWith('inset(50%')
    );
  }

  /** True for what takes its own room among its siblings. @param {Element} each */
  function isBlock(each) {
    const { display, position } = window.getComputedStyle(each);
    const isAside = position === 'absolute' || position === 'fixed';
    return isDrawn(each) && !isAside && !/^(inline|contents)$|table/.test(display);
  }

  /** @param {string} what @param {...Element} where */
  function report(what, ...where) {
    const names = where.map((each) => {
      const classes = [...each.classList].map((name) => `.${name}`).join('');
      const text = (each.getAttribute('aria-label') ?? each.textContent ?? '').trim();
      return `${each.localName}${classes} "${text.replace(/\s+/g, ' ').slice(0, 40)}"`;
    });
    faults.add(`${what}: ${names.join(' | ')}`);
  }

  /** The part that what scrolls or cuts around it shows. @param {Element} each */
  function shown(each) {
    let { left, right, top, bottom } = each.getBoundingClientRect();
    for (let around = each.parentElement; around; around = around.parentElement) {
      if (window.getComputedStyle(around).overflowY === 'visible') continue;
      const frame = around.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    }
    return { left, right, top, bottom };
  }

  /** Each with those that follow it. @param {readonly Element[]} list @param {number} count */
  function checkPairs(list, count) {
    const boxes = list.map(shown);
    for (const [at, one] of list.entries()) {
      for (const two of list.slice(at + 1, at + 1 + count)) {
        const [a, b] = [boxes[at], boxes[list.indexOf(two)]];
        if (!a || !b || one.contains(two) || two.contains(one) || isOneRow(one, two)) continue;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > slack && down > slack) report('overlap', one, two);
      }
    }
  }

  /**
   * A row of the list of chats is a button as a whole, under its others.
   *
   * @param {Element} one
   * @param {Element} two
   */
  function isOneRow(one, two) {
    const row = one.closest('[role="row"]');
    return row !== null && row === two.closest('[role="row"]');
  }

  /** @param {Element} each @param {CSSStyleDeclaration} style */
  function checkWidth(each, style) {
    const parent = each.parentElement;
    if (!parent || !isBlock(each) || each.closest('table, pre') !== null) return;
    const around = window.getComputedStyle(parent);
    if (around.display === 'contents' || /auto|scroll/.test(around.overflowX)) return;
    const [inner, outer] = [each.getBoundingClientRect(), parent.getBoundingClientRect()];
    // What a negative margin pulls out of its parent is meant.
    const [left, right] = [style.marginLeft, style.marginRight].map(
      (margin) => slack - Math.min(0, Number.parseFloat(margin) || 0),
    );
    const isOver = inner.right > outer.right + (right ?? 0);
    if (isOver || inner.left < outer.left - (left ?? 0)) {
      report('wider than its parent', each, parent);
    }
  }

  /** @param {Element} each @param {CSSStyleDeclaration} style */
  function checkText(each, style) {
    const isCut =
      /hidden|clip/.test(style.overflowX) && each.scrollWidth > each.clientWidth + slack;
    // What has no width at all is left out on purpose.
    if (!isCut || each.clientWidth === 0 || !hasOwnText(each) || each.matches(controls)) return;
    const isMeant = style.textOverflow === 'ellipsis' && each.closest('[title]') !== null;
    if (!isMeant) report('text is cut off', each);
  }

  /** @param {Element} each */
  function checkTarget(each) {
    // A link in a sentence is as high as its line; it may be marked as code.
    const around = each.parentElement?.closest(':not(code, em, strong)') ?? null;
    const isInSentence = around !== null && hasOwnText(around);
    if (!each.matches('button, a[href], summary, select') || isInSentence) return;
    const { width, height } = each.getBoundingClientRect();
    if (Math.min(width, height) < minTarget - 0.01) {
      report(`target of ${width.toFixed(1)} × ${height.toFixed(1)}`, each);
    }
  }

  /** @param {Element} each */
  function hasOwnText(each) {
    const nodes = [...each.childNodes].filter((node) => node.nodeType === 3);
    return nodes.some((node) => node.nodeValue?.trim() !== '');
  }
}
