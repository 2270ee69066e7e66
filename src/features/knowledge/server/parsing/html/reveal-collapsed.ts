import { type HtmlElement, isElement, oneLineText } from './html-tree.ts'

const HIDDEN_ELEMENTS = '[hidden], [aria-hidden="true"], [style*="display:none" i], [style*="display: none" i]'
/** Never content, hidden or not. */
const OVERLAY_ELEMENTS =
  'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=tooltip], nav, [role=navigation], [role=listbox]'
const HEADING_ELEMENTS = 'h1, h2, h3, h4, h5, h6'
const LABEL_ELEMENTS = `${HEADING_ELEMENTS}, button, summary, [role=button], [role=tab], [aria-controls], [data-toggle], [data-bs-toggle]`
/** A label is a title; anything longer is text. */
const MAX_LABEL_LENGTH = 250

/** Ids that a button, tab or link on the page opens, with the element that opens each. */
function findOpeners(rootElement: HtmlElement): Map<string, HtmlElement> {
  const openersById = new Map<string, HtmlElement>()
  for (const opener of rootElement.querySelectorAll(
    '[aria-controls], [data-target], [data-bs-target], [role=tab][href], [data-toggle][href], [data-bs-toggle][href]',
  )) {
    if (opener.closest(OVERLAY_ELEMENTS)) continue
    for (const attributeName of ['aria-controls', 'data-target', 'data-bs-target', 'href']) {
      for (const targetId of (opener.getAttribute(attributeName) ?? '').split(/\s+/))
        if (targetId !== '' && !openersById.has(targetId.replace(/^#/, '')))
          openersById.set(targetId.replace(/^#/, ''), opener)
    }
  }
  return openersById
}

/** The visible heading or button right before a hidden element, which shows it. */
function labelBefore(element: HtmlElement): HtmlElement | null {
  const previousElement = element.previousElementSibling
  if (!previousElement) return null
  if (previousElement.matches(`${LABEL_ELEMENTS}, dt`)) return previousElement
  const innerLabel = previousElement.querySelector(LABEL_ELEMENTS)
  return innerLabel && oneLineText(previousElement).length <= MAX_LABEL_LENGTH ? previousElement : null
}

/** Takes out what is hidden, except for what a heading, button or tab on the page opens. */
function removeHidden(rootElement: HtmlElement, openersById: ReadonlyMap<string, HtmlElement>): void {
  for (const element of [...rootElement.querySelectorAll(HIDDEN_ELEMENTS)]) {
    if (!rootElement.contains(element)) continue
    const isCollapsed =
      !element.matches(OVERLAY_ELEMENTS) &&
      oneLineText(element) !== '' &&
      !element.matches('svg, i, span') &&
      (element.closest('details, [role=tabpanel]') !== null ||
        (element.id !== '' && openersById.has(element.id)) ||
        labelBefore(element) !== null ||
        /\b(?:accordion|collaps|tab-?(?:pane|panel|content)|faq|answer|expand)/i.test(
          element.getAttribute('class') ?? '',
        ))
    if (!isCollapsed) element.remove()
  }
}

/** The level below the last heading in front of each element. */
function levelsBelowHeadings(rootElement: HtmlElement): Map<HtmlElement, number> {
  const levelsByElement = new Map<HtmlElement, number>()
  let currentLevel = 1
  const visitElement = (element: HtmlElement) => {
    if (/^h[1-6]$/.test(element.localName)) currentLevel = Number(element.localName[1])
    else levelsByElement.set(element, Math.min(currentLevel + 1, 6))
    for (const child of element.children) visitElement(child)
  }
  visitElement(rootElement)
  return levelsByElement
}

function createHeading(label: HtmlElement, headingLevel: number, headingText = oneLineText(label)): HtmlElement {
  const heading = label.ownerDocument.createElement(`h${headingLevel}`)
  heading.textContent = headingText
  return heading
}

/** Puts the label of a tab above its panel, and takes the row of tabs out. */
function labelPanels(
  rootElement: HtmlElement,
  openersById: ReadonlyMap<string, HtmlElement>,
  levelsByElement: Map<HtmlElement, number>,
) {
  for (const panel of rootElement.querySelectorAll('[role=tabpanel], .tab-pane, .tabcontent, .tab-content > [id]')) {
    const labelId = panel.getAttribute('aria-labelledby')
    const tabElement =
      openersById.get(panel.id) ??
      (labelId ? rootElement.querySelector(`[id="${labelId.replace(/["\\]/g, '')}"]`) : null)
    const tabLabel = oneLineText(tabElement)
    if (
      tabLabel === '' ||
      tabLabel.length > MAX_LABEL_LENGTH ||
      panel.querySelector(HEADING_ELEMENTS)?.textContent?.trim() === tabLabel
    )
      continue
    panel.before(createHeading(panel, levelsByElement.get(panel) ?? 2, tabLabel))
  }
  for (const tabList of [...rootElement.querySelectorAll('[role=tablist], .nav-tabs')])
    if (rootElement.querySelector('[role=tabpanel], .tab-pane')) tabList.remove()
}

/**
 * Makes collapsed content part of the text: answers of accordions stand below their question as a heading, panels below
 * the label of their tab, and the content of `details` below its summary. Changes the tree.
 */
export function revealCollapsed(rootElement: HtmlElement): void {
  const openersById = findOpeners(rootElement)
  removeHidden(rootElement, openersById)
  const levelsByElement = levelsBelowHeadings(rootElement)
  labelPanels(rootElement, openersById, levelsByElement)
  for (const summaryElement of [...rootElement.querySelectorAll('details > summary')]) {
    const summaryText = oneLineText(summaryElement)
    if (summaryText === '') summaryElement.remove()
    else if (!summaryElement.querySelector(HEADING_ELEMENTS))
      summaryElement.replaceWith(createHeading(summaryElement, levelsByElement.get(summaryElement) ?? 2))
  }
  for (const [id, opener] of openersById) {
    if (!rootElement.contains(opener) || opener.matches('[role=tab]') || opener.closest('table, form')) continue
    const panel = rootElement.querySelector(`[id="${id.replace(/["\\]/g, '')}"]`)
    const openerText = oneLineText(opener)
    if (!panel || oneLineText(panel) === '' || openerText === '' || openerText.length > MAX_LABEL_LENGTH) continue
    if (opener.matches(HEADING_ELEMENTS)) continue
    if (opener.closest(HEADING_ELEMENTS)) unwrapElement(opener)
    else if (!opener.querySelector(HEADING_ELEMENTS))
      opener.replaceWith(createHeading(opener, levelsByElement.get(opener) ?? 2))
  }
  for (const button of [
    ...rootElement.querySelectorAll('h1 button, h2 button, h3 button, h4 button, h5 button, h6 button'),
  ])
    unwrapElement(button)
  promoteQuestionTerms(rootElement, levelsByElement)
}

/** Buttons are left out of the text, so that a label that is one must become plain. */
function unwrapElement(element: HtmlElement): void {
  element.replaceWith(...[...element.childNodes])
}

/** A term that asks something is the heading of its answer. */
function promoteQuestionTerms(rootElement: HtmlElement, levelsByElement: Map<HtmlElement, number>): void {
  for (const termElement of [...rootElement.querySelectorAll('dt')]) {
    if (!/[?？؟]$/.test(oneLineText(termElement))) continue
    const termList = termElement.closest('dl')
    termElement.replaceWith(createHeading(termElement, levelsByElement.get(termElement) ?? 2))
    if (termList)
      for (const child of [...termList.childNodes]) if (isElement(child) && child.localName === 'dd') wrapInBlock(child)
  }
}

/** Descriptions below a heading are blocks, even when they are short. */
function wrapInBlock(description: HtmlElement): void {
  const blockElement = description.ownerDocument.createElement('div')
  blockElement.append(...description.childNodes)
  description.replaceWith(blockElement)
}
