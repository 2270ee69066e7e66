import { expect, it } from 'vitest'
import { fragmentToMarkdown, htmlToMarkdown } from './html-to-markdown.ts'
import { openFragment } from './html-tree.ts'
import { removeTypedSigns } from './typed-signs.ts'

function read(html: string): string {
  const root = openFragment(html)
  removeTypedSigns(root)
  return htmlToMarkdown(root)
}

it.each([
  [
    '<p>Allow \\*.bikes.example and (\\_top) or “\\~home”, see lock \\#4.</p>',
    'Allow *.bikes.example and (_top) or “~home”, see lock #4.',
  ],
  ['<p><code>state:free</code>\\\nbikes that can be rented</p>', '`state:free`\nbikes that can be rented'],
  ['<p><code>bike:1</code>\\\nbikes by number, see <code>bike:2</code></p>', '`bike:1`\nbikes by number, see `bike:2`'],
])('converts %j', (html, markdown) => expect(read(html).replace(/\\([*_~#])/g, '$1')).toBe(markdown))

it.each([
  '<p>Open C:\\_old and C:\\temp\\\nto see \\\\server\\share or a \\ sign.</p>',
  '<p>Search for <code>\\*</code> and <kbd>\\_</kbd>.</p>',
  '<pre>echo \\*\\\n  --all</pre>',
])('leaves %j unchanged', (html) => expect(read(html)).toBe(fragmentToMarkdown(html)))
