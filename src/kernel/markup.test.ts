import { describe, expect, it } from 'vitest'
import { type MarkupBlock, type MarkupInline, markupToPlainText, parseMarkup } from './markup.ts'

const text = (value: string): MarkupInline => ({ kind: 'text', text: value })
const strong = (...children: MarkupInline[]): MarkupInline => ({ kind: 'strong', children })
const link = (href: string): MarkupInline => ({ kind: 'link', href, text: href })
const br: MarkupInline = { kind: 'break' }
const paragraph = (...children: MarkupInline[]): MarkupBlock => ({ kind: 'paragraph', children })
const numbered = (start: number, ...items: MarkupInline[][]): MarkupBlock => ({
  kind: 'list',
  ordered: true,
  start,
  items,
})
const bullets = (...items: MarkupInline[][]): MarkupBlock => ({ kind: 'list', ordered: false, start: 1, items })

function inlines(blocks: MarkupBlock[]): MarkupInline[] {
  const flat = (children: MarkupInline[]): MarkupInline[] =>
    children.flatMap((child) => (child.kind === 'strong' ? [child, ...flat(child.children)] : [child]))
  return blocks.flatMap((block) => flat(block.kind === 'paragraph' ? block.children : block.items.flat()))
}

describe('paragraphs and lines', () => {
  it('has nothing to show for an empty text', () => {
    expect(parseMarkup('')).toEqual([])
    expect(parseMarkup(' \n\r\n\t ')).toEqual([])
  })

  it('splits paragraphs at blank lines and keeps single line breaks', () => {
    expect(parseMarkup('One\r\ntwo\n\n \nThree')).toEqual([
      paragraph(text('One'), br, text('two')),
      paragraph(text('Three')),
    ])
  })

  it('drops characters that hide or reorder text', () => {
    expect(parseMarkup('a\u0000b\u202ec\u200bd\u0007')).toEqual([paragraph(text('abcd'))])
  })
})

describe('bold', () => {
  it.each([
    ['**bold**', [strong(text('bold'))]],
    ['a **b** c **d**', [text('a '), strong(text('b')), text(' c '), strong(text('d'))]],
    ['**two\nlines**', [strong(text('two'), br, text('lines'))]],
    ['**open', [text('**open')]],
    ['2 ** 3 ** 4', [text('2 ** 3 ** 4')]],
    ['****', [text('****')]],
    ['** a **b**', [text('** a '), strong(text('b'))]],
    ['*one* _two_', [text('*one* _two_')]],
  ])('%j', (input, expected) => expect(parseMarkup(input)).toEqual([paragraph(...expected)]))

  it('never spans paragraphs', () => {
    expect(parseMarkup('**a\n\nb**')).toEqual([paragraph(text('**a')), paragraph(text('b**'))])
  })
})

describe('lists', () => {
  it('reads numbers with their start, across blank lines', () => {
    expect(parseMarkup('3. c\n\n4) d')).toEqual([numbered(3, [text('c')], [text('d')])])
    expect(parseMarkup('1. a\n1. b')).toEqual([numbered(1, [text('a')], [text('b')])])
  })

  it('reads bullets and the line that introduces them', () => {
    expect(parseMarkup('Either:\n- a\n* b\n• c')).toEqual([
      paragraph(text('Either:')),
      bullets([text('a')], [text('b')], [text('c')]),
    ])
  })

  it('keeps an indented line in its item and ends the list at prose', () => {
    expect(parseMarkup('1. a\n   more\nAfter')).toEqual([
      numbered(1, [text('a'), br, text('more')]),
      paragraph(text('After')),
    ])
  })

  it('goes on counting after bullets between steps', () => {
    expect(parseMarkup('1. a\n  - x\n2. b')).toEqual([
      numbered(1, [text('a')]),
      bullets([text('x')]),
      numbered(2, [text('b')]),
    ])
  })

  it('leaves prose that looks like a number alone', () => {
    expect(parseMarkup('It was\n2024. A good year')).toEqual([paragraph(text('It was'), br, text('2024. A good year'))])
    expect(parseMarkup('1.5 litres\n-5 degrees')).toEqual([paragraph(text('1.5 litres'), br, text('-5 degrees'))])
  })
})

describe('addresses', () => {
  it.each([
    ['https://a.example', [link('https://a.example')]],
    ['See https://a.example/x?y=1&z=2#f.', [text('See '), link('https://a.example/x?y=1&z=2#f'), text('.')]],
    ['(https://a.example/b_(c))', [text('('), link('https://a.example/b_(c)'), text(')')]],
    ['**https://a.example**', [strong(link('https://a.example'))]],
    ['**x**https://a.example/**y**', [strong(text('x')), link('https://a.example/'), strong(text('y'))]],
    ['HTTP://A.example', [link('HTTP://A.example')]],
    ['http://[::1]:3000/', [link('http://[::1]:3000/')]],
    ['https://bücher.example/straße', [link('https://bücher.example/straße')]],
    ['[Docs](https://a.example/d)', [text('[Docs]('), link('https://a.example/d'), text(')')]],
    ['https://a.example/@team', [link('https://a.example/@team')]],
    ['a@b.example www.a.example ftp://a.example', [text('a@b.example www.a.example ftp://a.example')]],
    ['https:// and http://.', [text('https:// and http://.')]],
  ])('%j', (input, expected) => expect(parseMarkup(input)).toEqual([paragraph(...expected)]))
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

describe('hostile texts', () => {
  it.each(HOSTILE)('%j stays text or a plain address', (input) => {
    for (const inline of inlines(parseMarkup(input))) {
      expect(Object.keys(inline).sort().join()).toMatch(/^(kind|kind,text|children,kind|href,kind,text)$/)
      if (inline.kind !== 'link') continue
      expect(inline.href).toBe(inline.text)
      expect(inline.href).toMatch(/^https?:\/\/[^\s<>"'`\\]+$/i)
      const url = URL.canParse(inline.href) ? new URL(inline.href) : null
      expect(['http:', 'https:', undefined]).toContain(url?.protocol)
      expect(url?.username ?? '').toBe('')
      expect(url?.hostname).not.toBe('evil.example')
    }
  })

  it('loses no visible character', () => {
    for (const input of HOSTILE) {
      const visible = (value: string) => value.replace(/[\s•\p{Cc}\u202e]|\*\*|^[-\d.]+/gu, '')
      expect(visible(markupToPlainText(input))).toBe(visible(input))
    }
  })

  it('takes the longest texts of any shape', () => {
    const shapes = ['**', '**a ', 'https://a', '(', 'https://a.example/)', '1. ', '- a\n', '  ', '\u202e', '*', '[]']
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
})
