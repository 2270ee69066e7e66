import { describe, expect, it } from 'vitest'
import { blocksToMarkdown, markupToHtml, markupToPlainText, parseMarkup } from './markup.ts'

const htmlOf = (text: string, base?: string) => markupToHtml(parseMarkup(text, base ? { base } : {}))
const markdownOf = (text: string) => blocksToMarkdown(parseMarkup(text))
const target = 'target="_blank" rel="noopener nofollow"'

describe('blocks', () => {
  it.each([
    ['', ''],
    [' \n\r\n\t ', ''],
    ['One\r\nTwo\n\n \nThree', '<p>One<br>Two</p><p>Three</p>'],
    ['## Set up ##\nPlug it in.', '<h3>Set up</h3><p>Plug it in.</p>'],
    ['Title\n=====\nText', '<h3>Title</h3><p>Text</p>'],
    ['```sh\n# run\n<b>\n```', '<pre><code># run\n&lt;b&gt;</code></pre>'],
    [
      '| A | B |\n|---|---|\n| 1 | `x|y` |',
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>`x</td></tr></tbody></table>',
    ],
    ['    if (a) {\n      b()\n\n    }\n\nText', '<pre><code>if (a) {\n  b()\n\n}</code></pre><p>Text</p>'],
    ['    x = 1\n\n    Indented by mistake', '<pre><code>x = 1</code></pre><p>Indented by mistake</p>'],
    ['See [the guide][g].\n\n[g]: https://a.example/b "Guide"\n[h]: ./b.md\n\nEnd', '<p>See the guide.</p><p>End</p>'],
    ['[Note]: read this first', '<p>[Note]: read this first</p>'],
    ['> Quoted\n> [!NOTE]\n> text', '<p>Quoted text</p>'],
    ['a\n\n---\n\nb', '<p>a</p><p>b</p>'],
    ['a\u0000b\u202ec\u200bd\u0007', '<p>abcd</p>'],
  ])('%j', (text, html) => expect(htmlOf(text)).toBe(html))

  it('join lines that an editor has wrapped', () => {
    const wrapped = 'This line is as long as editors make them before they wrap it\nAnd goes on here,\nuntil it ends.'
    expect(htmlOf(wrapped)).toBe(`<p>${wrapped.replaceAll('\n', ' ')}</p>`)
  })
})

it('write a row whose name contains the sign of bold without bold', () => {
  const table = '| Sign | Use |\n|---|---|\n| `*` | any text |\n| `;` | both |'
  expect(markdownOf(table)).toBe('- *: any text\n- **;**: both')
})

describe('lists', () => {
  it.each([
    ['3. c\n\n4) d', '<ol start="3"><li>c</li><li>d</li></ol>'],
    ['1. a\n1. b', '<ol><li>a</li><li>b</li></ol>'],
    ['Either:\n- a\n* b\n• c', '<p>Either:</p><ul><li>a</li><li>b</li><li>c</li></ul>'],
    ['1. A\n   More\nAfter', '<ol><li>A<br>More</li></ol><p>After</p>'],
    ['1. a\n  - x\n2. b', '<ol><li>a<ul><li>x</li></ul></li><li>b</li></ol>'],
    ['1. a\n\n   ```\n   code\n   ```\n2. b', '<ol><li>a<pre><code>code</code></pre></li><li>b</li></ol>'],
    ['It was\n2024. A good year', '<p>It was<br>2024. A good year</p>'],
    ['1.5 litres\n-5 degrees', '<p>1.5 litres<br>-5 degrees</p>'],
  ])('%j', (text, html) => expect(htmlOf(text)).toBe(html))
})

describe('inline markup', () => {
  it.each([
    [
      '**bold** and *soft* and __b__ and _s_',
      '<strong>bold</strong> and <em>soft</em> and <strong>b</strong> and <em>s</em>',
    ],
    ['`bike:1`\nsearches by number', '<code>bike:1</code><br>searches by number'],
    ['Write {{#Field}} {{Field}} {{/Field}} {#id}.', 'Write {{#Field}} {{Field}} {{/Field}} .'],
    ['***both***', '<strong><em>both</em></strong>'],
    ['**open', '**open'],
    ['2 ** 3 * 4, snake_case_name', '2 ** 3 * 4, snake_case_name'],
    ['** a **b**', '** a <strong>b</strong>'],
    ['Run `a*b*` now', 'Run <code>a*b*</code> now'],
    ['\\*not\\*', '*not*'],
    ['a <b>bold</b> word<br>next', 'a <strong>bold</strong> word<br>next'],
    ['AT&amp;T &rarr; &#64;', 'AT&amp;T → @'],
    ['Text<!-- hidden --> on[^1]', 'Text on'],
  ])('%j', (text, html) => expect(htmlOf(text)).toBe(`<p>${html}</p>`))

  it('never spans paragraphs', () => {
    expect(htmlOf('**a\n\nb**')).toBe('<p>**a</p><p>b**</p>')
  })
})

describe('code as Markdown', () => {
  it('has no markers for a reader of plain text', () => {
    expect(markdownOf('Run `npm start` now')).toBe('Run npm start now')
    expect(markdownOf('```\nnpm start\n```')).toBe('npm start')
  })

  it('is indented where that is read as code, but not below a list', () => {
    expect(markdownOf('Run:\n\n```\nset A=b\n\nif (a) {\n  b()\n}\n```')).toBe(
      'Run:\n\n    set A=b\n\n    if (a) {\n      b()\n    }',
    )
    expect(markdownOf('- Run:\n\n```\nset A=b\n```')).toBe('- Run:\n\nset A=b')
    expect(markdownOf('- Run:\n\n```\n<b>a</b>\n```')).toBe('- Run:\n\n```\n<b>a</b>\n```')
  })

  it.each([
    'Write `&amp;` for it.',
    'A `<br>` tag.',
    'Call it `__init__`.',
    '    <b>a</b>',
    '    class={tw`p-4`}',
    '````\n```\n````',
  ])('keeps its markers when the text would be read as markup: %j', (text) => {
    expect(markdownOf(text)).toBe(text)
  })
})

describe('links', () => {
  const link = (href: string, label = href) => `<a href="${href}" ${target}>${label}</a>`
  it.each([
    ['https://a.example', link('https://a.example')],
    ['See https://a.example/x#f.', `See ${link('https://a.example/x#f')}.`],
    ['(https://a.example/b_(c))', `(${link('https://a.example/b_(c)')})`],
    ['**https://a.example**', `<strong>${link('https://a.example')}</strong>`],
    ['[Docs](https://a.example/d "T")', link('https://a.example/d', 'Docs')],
    ['[a **b**](https://a.example)', link('https://a.example', 'a <strong>b</strong>')],
    ['<https://a.example>', link('https://a.example')],
    ['<a href="https://a.example">Docs</a>', link('https://a.example', 'Docs')],
    ['[Mail](mailto:a@b.example)', link('mailto:a@b.example', 'Mail')],
    ['[Shop](market://details?id=a.b)', 'Shop'],
    ['[x](javascript:alert(1)) [y](/z)', '[x](javascript:alert(1)) y'],
    ['<b onclick=x>a</b>', '&lt;b onclick=x&gt;a&lt;/b&gt;'],
    ['[https://bank.example](https://evil.example)', link('https://evil.example')],
    ['![Shot](https://a.example/s.png)', link('https://a.example/s.png', 'Shot')],
    ['https://a.example/@team', link('https://a.example/@team')],
    ['a@b.example www.a.example ftp://a.example', 'a@b.example www.a.example ftp://a.example'],
    ['https:// and http://.', 'https:// and http://.'],
    ['[not a link] here', '[not a link] here'],
  ])('%j', (text, html) => expect(htmlOf(text)).toBe(`<p>${html}</p>`))

  it('are resolved against their page', () => {
    const base = 'https://docs.example/guide/start'
    const hrefs = ['next', '../faq#top', '/home', '#here', 'javascript:x', '//evil.example'].map(
      (to) => /href="([^"]*)"/.exec(htmlOf(`[x](${to})`, base))?.[1] ?? null,
    )
    expect(hrefs).toEqual([
      'https://docs.example/guide/next',
      'https://docs.example/faq#top',
      'https://docs.example/home',
      'https://docs.example/guide/start#here',
      null,
      null,
    ])
  })
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '**<b onclick=alert(1)>x</b>**',
  '1. <iframe srcdoc="<script>alert(1)</script>">',
  '- &lt;script&gt;alert(1)&lt;/script&gt;',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://a.example',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'https://a.example/"onmouseover="alert(1)',
  "https://a.example/'onmouseover='alert(1)",
  'https://a.example/><script>alert(1)</script>',
  'https://a.example/`onload=alert(1)',
  'https://bank.example@evil.example/',
  'https://user:password@evil.example',
  'https://bank.example\\@evil.example',
  'https://a.example/\u202egpj.exe',
  'https:\u0000//a.example',
  'https://javascript:alert(1)',
  'http://"><img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](https://a.example/x.png"onerror="alert(1))',
  '<https://a.example/?x=<script>>',
]

describe('malicious texts', () => {
  it.each(HOSTILE)('create no elements except those of the markup: %j', (input) => {
    const html = htmlOf(input)
    const made = html.match(/<[^>]*>/g) ?? []
    for (const tag of made)
      expect(tag).toMatch(
        /^<\/?(p|ol|ul|li|strong|em|code|pre|br)>$|^<\/a>$|^<a href="(https?:[^"<>\s]*|mailto:[^"<>\s]*)" target="_blank" rel="noopener nofollow">$/,
      )
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      expect(href).not.toMatch(/evil\.example|&quot;|&#39;|`/)
      if (URL.canParse(href)) expect(new URL(href).username).toBe('')
    }
  })

  it('are read at the maximum length in any shape', () => {
    const shapes = [
      '**',
      '**a ',
      'https://a',
      '(',
      'https://a.example/)',
      '1. ',
      '- a\n',
      '  ',
      '\u202e',
      '*',
      '[]',
      '[',
      '![',
      '[](',
      '`',
      '`a``',
      '<a>',
      '<!--',
      '_a',
      '> ',
      '|',
      '\n|-|',
      '&#',
      '<a href=x>',
      '    - a\n',
    ]
    for (const shape of shapes) {
      const input = shape.repeat(Math.floor(20_000 / shape.length))
      expect(parseMarkup(input).length).toBeLessThanOrEqual(20_000)
      expect(parseMarkup(`https://a.example/${input}`)).toBeInstanceOf(Array)
    }
  })
})

describe('plain text', () => {
  it('keeps the words, the numbers and the addresses', () => {
    expect(markupToPlainText('Do **this**:\n1. Open https://a.example\n2. Press\n\n- a\n\nDone')).toBe(
      'Do this:\n\n1. Open https://a.example\n2. Press\n\n• a\n\nDone',
    )
  })

  it('is Markdown that is readable without rendering', () => {
    expect(
      markdownOf(
        '# Plans\n\nSee [all](https://a.example) `now`.\n\n| Plan | Price | Seats |\n|--|--|--|\n| Pro | $9 | 5 |',
      ),
    ).toBe('**Plans**\n\nSee [all](https://a.example) now.\n\n- **Pro**: Price: $9; Seats: 5')
    expect(markdownOf('1. a\n   - b\n2. c')).toBe('1. a\n  - b\n2. c')
  })
})

describe('callouts', () => {
  const text = 'Before.\n\n> [!TIP]\n> Use the lid.\n>\n> Always.'
  it('are set apart with a sign', () => {
    const sign = '<div role="note" data-sign="⚠️">'
    expect(htmlOf('> [!Warning]\n> Turn it **off**.\n>\n> - First')).toBe(
      `${sign}<p>Turn it <strong>off</strong>.</p><ul><li>First</li></ul></div>`,
    )
    expect(htmlOf('> [!UNKNOWN]\n> text'), 'another alert is a quote').toBe('<p>text</p>')
    expect(htmlOf('> [!NOTE]'), 'nothing is set apart').toBe('')
  })
  it('are words in plain text, and alerts as on GitHub in Markdown', () => {
    expect(markupToPlainText(text)).toBe('Before.\n\nUse the lid.\n\nAlways.')
    expect(markdownOf(text)).toBe(text)
  })
})

describe('links to videos', () => {
  const card = (href: string, label: string) =>
    `<p data-sign="▶️"><a href="${href}" target="_blank" rel="noopener nofollow">${label}</a></p>`
  it.each([
    'https://www.youtube.com/watch?v=abc',
    'https://youtube.com/shorts/abc',
    'https://youtu.be/abc',
    'https://vimeo.com/123',
    'https://www.loom.com/share/abc',
  ])('are cards in a paragraph of their own, without anything of another host: %s', (href) => {
    expect(htmlOf(`[How to **start**](${href})`)).toBe(card(href, 'How to <strong>start</strong>'))
    expect(htmlOf(href)).toBe(card(href, href))
  })
  it.each([
    'Watch [it](https://youtu.be/abc)',
    '[Channel](https://www.youtube.com/@acme)',
    '[Fake](https://youtu.be.example/abc)',
    '[Fake](https://example.com/https://youtu.be/abc)',
  ])('are links elsewhere: %s', (text) => expect(htmlOf(text)).not.toContain('data-sign'))
})

describe('images', () => {
  const workspace = '018f0000-0000-7000-8000-000000000000'
  const own = `/files/images/${workspace}/018f0000-0000-7000-8000-000000000001-640x480.webp`
  it('are shown from our own storage, with their size and description', () => {
    const html = `<img src="${own}" alt="The &quot;red&quot; button" width="640" height="480" loading="lazy">`
    expect(htmlOf(`Press ![The **"red"**  button](${own})`)).toBe(`<p>Press ${html}</p>`)
    expect(markupToPlainText(`Press ![the lid](${own})`)).toBe('Press the lid')
    expect(markdownOf(`![the lid](${own})`)).toBe(`![the lid](${own})`)
  })
  it.each([
    'https://a.example/x.png',
    `https://a.example${own}`,
    `//a.example${own}`,
    own.replace('.webp', '.svg'),
    own.replace('640x480', '0x0'),
    own.replace(workspace, '..'),
    `${own}?x=1`,
    `data:image/png;base64,AAAA`,
  ])('are never those of another address: %s', (address) => {
    expect(htmlOf(`![a](${address})`)).not.toContain('<img')
    expect(htmlOf(`<img src="${address}">`)).not.toContain('<img')
  })
})
