// Documentation as people publish it: the Markdown files of a folder, each a page, with a menu that leads to all of them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { SitePage } from './web-site.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/!?\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, words: string, to: string) =>
      /^\.{0,2}\/?[\w/.-]+\.md(#.*)?$/.test(to) ? `<a href="${to.replace(/\.md/, '')}">${words}</a>` : words,
    )

/** Headings, lists, tables, code and paragraphs: what documentation consists of. */
function html(markdown: string): string {
  const out: string[] = []
  const blocks = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split(/^(```[\s\S]*?^```)/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
  for (const block of blocks.map((text) => text.trim()).filter(Boolean)) {
    const lines = block.split('\n')
    if (block.startsWith('```')) out.push(`<pre><code>${escaped(lines.slice(1, -1).join('\n'))}</code></pre>`)
    else if (/^#{1,6} /.test(block)) {
      const [title = '', ...rest] = lines
      const level = title.indexOf(' ')
      out.push(`<h${level}>${inline(title.slice(level + 1))}</h${level}>`)
      if (rest.length > 0) out.push(html(rest.join('\n')))
    } else if (lines.every((line) => /^(\s*([-*+]|\d+\.) |\s{2,})/.test(line)))
      out.push(`<ul>${lines.map((line) => `<li>${inline(line.replace(/^\s*([-*+]|\d+\.) /, ''))}</li>`).join('')}</ul>`)
    else if (/^\|.*\|$/.test(lines[0] ?? '') && /^[|\s:-]+$/.test(lines[1] ?? '')) {
      const rows = [lines[0] ?? '', ...lines.slice(2)].map((line) => line.replace(/^\||\|$/g, '').split('|'))
      out.push(
        `<table>${rows.map((cells, index) => `<tr>${cells.map((cell) => (index === 0 ? `<th>${inline(cell)}</th>` : `<td>${inline(cell)}</td>`)).join('')}</tr>`).join('')}</table>`,
      )
    } else out.push(`<p>${inline(lines.join(' '))}</p>`)
  }
  return out.join('\n')
}

const titleOf = (markdown: string, file: string): string =>
  /^title: *(.+)$/m.exec(markdown)?.[1] ?? /^# (.+)$/m.exec(markdown)?.[1] ?? path.basename(file, '.md')

/** The pages of a folder's Markdown files below `prefix`, by their paths. */
export function markdownPages(folder: string, prefix: string): Record<string, SitePage> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
  const pathOf = (file: string) => `${prefix}${file.replaceAll(path.sep, '/').replace(/\.md$/, '')}`
  const menu = files
    .map((file) => `<li><a href="${pathOf(file)}">${escaped(path.basename(file, '.md'))}</a></li>`)
    .join('')
  return Object.fromEntries(
    files.map((file) => {
      const markdown = readFileSync(path.join(folder, file), 'utf8')
      const title = escaped(titleOf(markdown, file))
      const body = /^# /m.test(markdown) ? html(markdown) : `<h1>${title}</h1>${html(markdown)}`
      return [
        pathOf(file),
        `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><ul>${menu}</ul></nav><main>${body}</main><footer>Made of Markdown</footer></body></html>`,
      ]
    }),
  )
}
