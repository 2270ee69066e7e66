import { expect, it } from 'vitest'
import { cleanMarkup, readableMarkup } from './source-markup.ts'

it.each([
  ['---\ntitle: "Set up"\nid: x\n---\nText', '# Set up\n\nText'],
  ['---\ntitle: Set up\n---\n# Own\n', '# Own\n'],
  ["import X from './x'\nexport const a = 1\n\nText", '\n\nText'],
  ['A <!-- b\nc --> d {/* e */}', 'A  d '],
  ['<Capital a="b" c={{ d: 1 }}>in</Capital>', 'in'],
  ['{% include "x" %}a {{ site.url }}b', 'a b'],
  ['write `{{ name }}` or {{ name }}', 'write `{{ name }}` or '],
  ['![alt](x.png "t") text ![y][z]', ' text '],
  ['<script type="application/ld+json">{"a": 1}</script>Text', 'Text'],
  ['Heading {#anchor}', 'Heading'],
  ['Title\n=====\n\nPart\n----', '# Title\n\n## Part'],
  [':::note Take care\nText\n:::', '\n**Take care**\n\nText\n'],
  ['<details>\n<summary>More</summary>\n\nText\n</details>', '\n\n**More**\n\nText\n'],
  [
    '<h3>Plans</h3>\n<ul class="x">\n  <li><a href="/a">One</a>: first</li>\n  <li>Two <ol><li>Inner</li></ol></li>\n</ul>\nEnd',
    '\n\n### Plans\n\n- <a href="/a">One</a>: first\n- Two \n   1. Inner\n\nEnd',
  ],
  ['One.\n\n\n\nTwo.\n\n```\na\n\n\nb\n```', 'One.\n\nTwo.\n\n```\na\n\n\nb\n```'],
  ['```\n<!-- kept -->\nimport a from "b"\n```', '```\n<!-- kept -->\nimport a from "b"\n```'],
  ['\f2\n![x](y)', '\f2\n'],
  ['Wrap a field in `{{Front}}` or `<Tab>`', 'Wrap a field in `{{Front}}` or `<Tab>`'],
  ['Between\n\n---\n\nrules', 'Between\n\n---\n\nrules'],
])('%j', (text, cleaned) => expect(cleanMarkup(text)).toBe(cleaned))

it('removes only images from Markdown', () => {
  const text = 'Fields are named {{like this}} ![alt](a.png)\n\nimport a from "b"'
  expect(readableMarkup('website', text)).toBe('Fields are named {{like this}} \n\nimport a from "b"')
  expect(readableMarkup('text', text)).not.toContain('like this')
})

it('keeps tags that inline code names', () => {
  const text = 'It also works for `<video>` elements and `![image](a.png)`.'
  for (const kind of ['document', 'website', 'text'] as const) expect(readableMarkup(kind, text)).toBe(text)
})
