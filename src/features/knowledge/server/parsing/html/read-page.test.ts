import { describe, expect, it } from 'vitest'
import { readPage } from './read-page.ts'

const page = (body: string, options: { selector?: string; whole?: boolean } = {}) =>
  readPage({
    bytes: Buffer.from(`<html><head><title>T</title></head><body>${body}</body></html>`),
    contentType: 'text/html',
    address: 'https://shop.test/help/index.html',
    ...options,
  })
const text = (body: string) => page(body).text
const words = (count: number, word = 'word') => `${word} `.repeat(count).trim()

describe('the main content', () => {
  it('is the marked element, with its share of the page', () => {
    const read = page(`<nav>Home</nav><main><p>${words(75)}</p></main><div><p>${words(25, 'other')}</p></div>`)
    expect(read.text).toBe(words(75))
    expect(read.keptShare).toBe(0.75)
    expect(read.leftOut).toEqual([words(25, 'other')])
  })

  it('is the whole body when the marked element is a small part of it or missing', () => {
    expect(text(`<main><p>Welcome.</p></main><div><h2>Prices</h2><p>${words(50)}</p></div>`)).toContain('## Prices')
    expect(text(`<div><p>${words(300)}</p></div><div><h2>Colors</h2><p>Red.</p></div>`)).toContain('## Colors\n\nRed.')
    expect(text('<article><p>One one.</p></article><article><p>Two two.</p></article>')).toBe('One one.\n\nTwo two.')
  })

  it('excludes navigation, and includes headers and asides that belong to the content', () => {
    const body = `<header><a href="/">Shop</a></header><div class="breadcrumb"><a href="/">Home</a> › Help</div>
      <article><header><h1>Returns</h1></header><p>Within 30 days.</p><aside><p>Not for food.</p></aside></article>
      <div class="sidebar-nav"><a href="/a">All articles</a></div><footer>© Shop</footer>`
    expect(text(body)).toBe('# Returns\n\nWithin 30 days.\n\nNot for food.')
  })

  it('is the element that a selector names, or everything', () => {
    const body = `<nav>Home</nav><main><p>${words(10)}</p><div class="box"><p>Read this.</p></div></main>`
    expect(page(body, { selector: '.box' })).toMatchObject({ text: 'Read this.', keptShare: 2 / 12 })
    expect(page(body, { selector: 'not[a' }).text).toContain('word')
    expect(page(body, { whole: true })).toMatchObject({ keptShare: 1, text: `Home\n\n${words(10)}\n\nRead this.` })
  })
})

describe('collapsed content', () => {
  it('is below the question in accordions', () => {
    expect(
      text(`<main><h2>FAQ</h2>
        <button aria-expanded="false" aria-controls="a1">Do you ship abroad?</button><div id="a1" hidden><p>Yes.</p></div>
        <h3><button data-bs-target="#a2">Is it free?</button></h3><div id="a2" class="collapse" style="display:none">From 50.</div>
        <h3 role="button" aria-controls="a3">Is it soft?</h3><div id="a3" aria-hidden="true">Like snow.</div>
        <h2>Cloth</h2><details><summary>Is it warm?</summary><p>Very.</p></details></main>`),
    ).toBe(
      '## FAQ\n\n### Do you ship abroad?\n\nYes.\n\n### Is it free?\n\nFrom 50.\n\n### Is it soft?\n\nLike snow.\n\n## Cloth\n\n### Is it warm?\n\nVery.',
    )
  })

  it('is read below a heading that toggles it, unlike other hidden text', () => {
    expect(
      text(`<main><h2>Delivery</h2><div style="display: none">Two days.</div><p>Text</p>
        <div hidden>Loading</div><span aria-hidden="true">→</span><div role="dialog" aria-hidden="true">Cookies</div></main>`),
    ).toBe('## Delivery\n\nTwo days.\n\nText')
  })

  it('has the labels of its tabs', () => {
    expect(
      text(`<main><h2>Install</h2><div role="tablist"><button role="tab" id="t1" aria-controls="p1">On Mac</button>
        <button role="tab" id="t2" aria-controls="p2">On Windows</button></div>
        <div role="tabpanel" id="p1">Drag it.</div><div role="tabpanel" id="p2" aria-labelledby="t2" hidden>Run it.</div></main>`),
    ).toBe('## Install\n\n### On Mac\n\nDrag it.\n\n### On Windows\n\nRun it.')
  })

  it('is ignored in menus', () => {
    expect(
      text('<nav><button aria-controls="m">Products</button><ul id="m" hidden><li>Socks</li></ul></nav><p>Text.</p>'),
    ).toBe('Text.')
  })

  it('questions in description lists and markup are headings above their answers', () => {
    const markup = {
      '@type': 'FAQPage',
      mainEntity: [question('Who are you?', 'A shop.'), question('Is it blue?', 'Yes.')],
    }
    expect(
      text(`<script type="application/ld+json">${JSON.stringify(markup)}</script>
        <main><dl><dt>Is it blue?</dt><dd>Yes.</dd></dl></main>`),
    ).toBe('## Is it blue?\n\nYes.\n\n## Who are you?\n\nA shop.')
  })
})

const question = (name: string, answer: string) => ({
  '@type': 'Question',
  name,
  acceptedAnswer: { '@type': 'Answer', text: answer },
})

describe('the structure of a page', () => {
  it('contains lists with their numbers and levels', () => {
    expect(
      text('<main><ol start="3"><li>Open<ul><li>left</li><li>right</li></ul></li><li value="7">Close</li></ol></main>'),
    ).toBe('3. Open\n   - left\n   - right\n7. Close')
  })

  it('contains tables with spans, captions and several header rows', () => {
    expect(
      text(`<main><table><caption>Prices</caption><thead><tr><th rowspan="2">Plan</th><th colspan="2">Price</th></tr>
        <tr><th>Month</th><th>Year</th></tr></thead><tbody><tr><td rowspan="2">Pro</td><td>9</td><td>90</td></tr>
        <tr><td>8 | 7</td><td>80</td></tr></tbody></table></main>`),
    ).toBe(
      '**Prices**\n\n| Plan | Price / Month | Price / Year |\n| --- | --- | --- |\n| Pro | 9 | 90 |\n| Pro | 8 \\| 7 | 80 |',
    )
  })

  it('contains tables with row headers, and ignores layout tables', () => {
    expect(
      text('<main><table><tr><th>Size</th><td>L</td></tr><tr><th>Color</th><td>Red</td></tr></table></main>'),
    ).toBe('|  |  |\n| --- | --- |\n| Size | L |\n| Color | Red |')
    expect(text('<main><table><tr><td><h2>A</h2></td><td><p>Text.</p></td></tr></table></main>')).toBe('## A\n\nText.')
  })

  it('contains code exactly, with its language', () => {
    const code = 'if (a < b) {\n\n\n  print("```")  \n}'
    const html = code.replaceAll('<', '&lt;')
    expect(text(`<main><pre class="highlight"><code class="language-js">${html}\n</code></pre></main>`)).toBe(
      `\`\`\`\`js\n${code}\n\`\`\`\``,
    )
  })

  it('contains terms, notes, images and links', () => {
    expect(text('<main><dl><dt>Linen</dt><dd>Cold.</dd><dt>Wool</dt><dd>By hand.</dd></dl></main>')).toBe(
      '- **Linen**: Cold.\n- **Wool**: By hand.',
    )
    expect(text('<main><dl><dt><code>-v</code></dt><dd><p>Says more.</p></dd></dl></main>')).toBe(
      '**`-v`**\n\nSays more.',
    )
    expect(text('<main><div class="admonition warning"><h3>Warning</h3><p>It is hot.</p></div></main>')).toBe(
      '**Warning:** It is hot.',
    )
    expect(text('<main><p><img src="a.png" alt="A red sock"><img src="b.png" alt=""></p></main>')).toBe(
      '![A red sock](https://shop.test/help/a.png)',
    )
    expect(text('<main><p>See <a href="../care.html">care</a>, <a href="#top">top</a>.</p></main>')).toBe(
      'See [care](https://shop.test/care.html), top.',
    )
  })

  it('keeps text that looks like Markdown as text, and identifiers complete', () => {
    expect(text('<main><p>Set max_wal_size to 2 * 3 in a &lt;div&gt; [1].</p><p>1. May</p></main>')).toBe(
      'Set max_wal_size to 2 * 3 in a \\<div> [1].\n\n1\\. May',
    )
  })
})
