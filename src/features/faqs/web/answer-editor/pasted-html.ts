/** Bullets of Word's lists are text of their own: a sign, a letter or a number before the words. */
const NUMBERED = /^\s*\(?(?:\d+|[a-z]|[ivx]+)[.)]/iu
const DROPPED = 'script, meta, link, title, xml, o\\:p, [data-style*="display:none" i], [data-style*="mso-hide:all" i]'
const TAG = /<[a-z][^>]*>/giu

/**
 * HTML from Word, Google Docs and web pages without what only their own programs read: styles become bold, italic and
 * lists. The editor's schema then drops everything that answers cannot hold.
 */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(withInertAttributes(html), 'text/html')
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  makeWordLists(body)
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) applyStyle(element)
  return body.innerHTML
}

/** The content security policy refuses styles and handlers even in a document that is only read. */
const withInertAttributes = (html: string): string =>
  html.replace(/<style\b[\s\S]*?<\/style>/giu, '').replace(TAG, (tag) =>
    tag
      .replace(/(\s)style\s*=/giu, '$1data-style=')
      .replace(/(["'\s/])on\w+\s*=/giu, '$1data-dropped=')
      .replace(/\ssrc(?:set)?\s*=/giu, ' data-src='),
  )

const styleOf = (element: HTMLElement): string => (element.dataset.style ?? '').replace(/\s*:\s*/gu, ':')

/** Bold and italic of a style as elements. Google Docs wraps everything in bold that its style takes back. */
function applyStyle(element: HTMLElement): void {
  const style = styleOf(element)
  delete element.dataset.style
  const isTakenBack =
    (/^(b|strong)$/u.test(element.localName) && /font-weight:(normal|400)/iu.test(style)) ||
    (/^(i|em)$/u.test(element.localName) && /font-style:normal/iu.test(style))
  if (isTakenBack) {
    element.replaceWith(...element.childNodes)
    return
  }
  if (!/^(span|font|p|a)$/u.test(element.localName)) return
  if (/font-weight:(bold|[6-9]00)/iu.test(style)) wrapContent(element, 'strong')
  if (/font-style:italic/iu.test(style)) wrapContent(element, 'em')
}

function wrapContent(element: HTMLElement, tag: 'strong' | 'em'): void {
  const wrapper = document.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

/** Word writes lists as paragraphs; the level is in their style. */
function makeWordLists(body: HTMLElement): void {
  const open: HTMLElement[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"]')) {
    const style = styleOf(paragraph)
    if (/mso-list:none/iu.test(style)) continue
    const level = Number(/level(\d)/iu.exec(style)?.[1] ?? 1)
    const tag = NUMBERED.test(takeSign(paragraph)) ? 'ol' : 'ul'
    if (paragraph.previousElementSibling !== last || last === null) open.length = 0
    open.length = Math.min(open.length, level)
    if (open.length === level && open.at(-1)?.localName !== tag) open.length -= 1
    while (open.length < level) {
      const list = document.createElement(tag)
      const outer = open.at(-1)
      if (outer) (outer.lastElementChild ?? outer.appendChild(document.createElement('li'))).append(list)
      else paragraph.before(list)
      open.push(list)
    }
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)?.append(item)
    paragraph.remove()
    last = open[0] ?? null
  }
}

/** Removes a list's sign from its paragraph. @returns the sign */
function takeSign(paragraph: HTMLElement): string {
  const element = paragraph.querySelector('[data-style*="mso-list:Ignore" i], [data-style*="mso-list: Ignore" i]')
  element?.remove()
  return element?.textContent ?? ''
}
