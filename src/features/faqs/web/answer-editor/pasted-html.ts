/** Bullets of Word's lists are text of their own: a sign, a letter or a number before the words. */
const NUMBERED = /^\s*\(?(?:\d+|[a-z]|[ivx]+)[.)]/iu
const DROPPED_ELEMENTS =
  'script, meta, link, title, xml, o\\:p, [data-style*="display:none" i], [data-style*="mso-hide:all" i]'
const TAG_PATTERN = /<[a-z][^>]*>/giu

/**
 * HTML from Word, Google Docs and web pages without what only their own programs read: styles become bold, italic and
 * lists. The editor's schema then drops everything that answers cannot hold.
 */
export function cleanPastedHtml(pastedHtml: string): string {
  const { body } = new DOMParser().parseFromString(withInertAttributes(pastedHtml), 'text/html')
  for (const htmlElement of body.querySelectorAll(DROPPED_ELEMENTS)) htmlElement.remove()
  makeWordLists(body)
  for (const htmlElement of body.querySelectorAll<HTMLElement>('[data-style]')) applyStyle(htmlElement)
  return body.innerHTML
}

/** The content security policy refuses styles and handlers even in a document that is only read. */
const withInertAttributes = (pastedHtml: string): string =>
  pastedHtml.replace(/<style\b[\s\S]*?<\/style>/giu, '').replace(TAG_PATTERN, (htmlTag) =>
    htmlTag
      .replace(/(\s)style\s*=/giu, '$1data-style=')
      .replace(/(["'\s/])on\w+\s*=/giu, '$1data-dropped=')
      .replace(/\ssrc(?:set)?\s*=/giu, ' data-src='),
  )

const styleOf = (htmlElement: HTMLElement): string => (htmlElement.dataset.style ?? '').replace(/\s*:\s*/gu, ':')

/** Bold and italic of a style as elements. Google Docs wraps everything in bold that its style takes back. */
function applyStyle(htmlElement: HTMLElement): void {
  const elementStyle = styleOf(htmlElement)
  delete htmlElement.dataset.style
  const isTakenBack =
    (/^(b|strong)$/u.test(htmlElement.localName) && /font-weight:(normal|400)/iu.test(elementStyle)) ||
    (/^(i|em)$/u.test(htmlElement.localName) && /font-style:normal/iu.test(elementStyle))
  if (isTakenBack) {
    htmlElement.replaceWith(...htmlElement.childNodes)
    return
  }
  if (!/^(span|font|p|a)$/u.test(htmlElement.localName)) return
  if (/font-weight:(bold|[6-9]00)/iu.test(elementStyle)) wrapContent(htmlElement, 'strong')
  if (/font-style:italic/iu.test(elementStyle)) wrapContent(htmlElement, 'em')
}

function wrapContent(htmlElement: HTMLElement, htmlTag: 'strong' | 'em'): void {
  const wrapperElement = document.createElement(htmlTag)
  wrapperElement.append(...htmlElement.childNodes)
  htmlElement.append(wrapperElement)
}

/** Word writes lists as paragraphs; the level is in their style. */
function makeWordLists(pastedBody: HTMLElement): void {
  const openLists: HTMLElement[] = []
  let lastParagraph: Element | null = null
  for (const paragraph of pastedBody.querySelectorAll<HTMLElement>('p[data-style*="mso-list"]')) {
    const elementStyle = styleOf(paragraph)
    if (/mso-list:none/iu.test(elementStyle)) continue
    const listLevel = Number(/level(\d)/iu.exec(elementStyle)?.[1] ?? 1)
    const htmlTag = NUMBERED.test(takeSign(paragraph)) ? 'ol' : 'ul'
    if (paragraph.previousElementSibling !== lastParagraph || lastParagraph === null) openLists.length = 0
    openLists.length = Math.min(openLists.length, listLevel)
    if (openLists.length === listLevel && openLists.at(-1)?.localName !== htmlTag) openLists.length -= 1
    while (openLists.length < listLevel) {
      const listElement = document.createElement(htmlTag)
      const outerList = openLists.at(-1)
      if (outerList)
        (outerList.lastElementChild ?? outerList.appendChild(document.createElement('li'))).append(listElement)
      else paragraph.before(listElement)
      openLists.push(listElement)
    }
    const listItem = document.createElement('li')
    listItem.append(...paragraph.childNodes)
    openLists.at(-1)?.append(listItem)
    paragraph.remove()
    lastParagraph = openLists[0] ?? null
  }
}

/** Removes a list's sign from its paragraph. @returns the sign */
function takeSign(paragraph: HTMLElement): string {
  const htmlElement = paragraph.querySelector('[data-style*="mso-list:Ignore" i], [data-style*="mso-list: Ignore" i]')
  htmlElement?.remove()
  return htmlElement?.textContent ?? ''
}
