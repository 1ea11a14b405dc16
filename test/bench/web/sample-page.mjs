// @ts-check
/** A page like those of documentation: an API reference with prose, code, tables and lists. */

const words = (
  'request response stream option value handler returns promise default string number object ' +
  'called when the parser reads a chunk and the buffer is full unless an error was thrown before ' +
  'see also method property event emitted after before each node of the tree is visited in order'
).split(' ');

/**
 * @param {number} bytes at least
 * @returns {string} always the same page for a size
 */
export function samplePage(bytes) {
  let state = 1;
  const random = (/** @type {number} */ below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const word = () => words[random(words.length)] ?? '';
  const prose = (/** @type {number} */ count) => Array.from({ length: count }, word).join(' ');
  const link = () => `<a class="link type" href="../api/${word()}.html#${word()}">${word()}</a>`;
  const code = () =>
    `<code class="docutils literal"><span class="pre">${word()}_${word()}</span></code>`;
  const sentence = () =>
    `${prose(9)} ${code()} ${prose(7)} ${link()}, <em>${word()}</em> ${prose(8)}.`;
  let page = head(word);
  for (let section = 1; page.length < bytes; section += 1) page += body(section);
  return `${page}</article></main><footer><p>${prose(30)}</p></footer></body></html>`;

  /** @param {number} section */
  function body(section) {
    const name = `${word()}${section}`;
    return `
<section id="${name}" class="doc-section" data-index="${section}">
<h2 id="h-${name}">class <code>${name}</code><a class="headerlink" href="#${name}" title="Permalink">¶</a></h2>
<p>${sentence()} ${sentence()} It&#39;s &quot;${word()}&quot; &amp; ${sentence()}</p>
<div class="highlight-js notranslate"><div class="highlight"><pre><span></span><span class="kd">const</span> <span class="nx">${word()}</span> <span class="o">=</span> <span class="k">await</span> <span class="nx">${word()}</span><span class="p">(</span><span class="s1">&#39;${word()}&#39;</span><span class="p">);</span>
<span class="k">if</span> <span class="p">(</span><span class="nx">${word()}</span> <span class="o">&lt;</span> <span class="mi">${section}</span><span class="p">)</span> <span class="k">return</span><span class="p">;</span>
</pre></div></div>
<ul class="simple">${Array.from({ length: 5 }, () => `<li><p><strong>${word()}</strong> – ${sentence()}</p></li>`).join('\n')}</ul>
<table class="docutils"><thead><tr><th>Option</th><th>Type</th><th>Description</th></tr></thead><tbody>
${Array.from({ length: 6 }, () => `<tr class="row-odd"><td>${code()}</td><td>${word()}</td><td>${sentence()}</td></tr>`).join('\n')}
</tbody></table>
<dl class="py method"><dt class="sig sig-object"><code>${word()}(${word()})</code></dt><dd><p>${sentence()}</p></dd></dl>
<div class="admonition note"><p class="admonition-title">Note</p><p>${sentence()}</p></div>
</section>`;
  }
}

/** @param {() => string} word */
function head(word) {
  const entry = () =>
    `<li class="toctree-l1"><a class="reference internal" href="${word()}.html">${word()}</a></li>`;
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Reference</title>
<style>.a { color: red }</style><script>window.data = ${JSON.stringify(words)};</script></head>
<body><header class="top"><a href="/">Docs</a></header>
<nav><ul>${Array.from({ length: 200 }, entry).join('\n')}</ul></nav><main role="main"><article>`;
}
