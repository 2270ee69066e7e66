import { type HtmlElement, isElement, lineOf } from './html-tree.ts'

const HIDDEN = '[hidden], [aria-hidden="true"], [style*="display:none" i], [style*="display: none" i]'
/** Never content, hidden or not. */
const OVERLAYS =
  'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=tooltip], nav, [role=navigation], [role=listbox]'
const HEADINGS = 'h1, h2, h3, h4, h5, h6'
const LABELS = `${HEADINGS}, button, summary, [role=button], [role=tab], [aria-controls], [data-toggle], [data-bs-toggle]`
/** A label is a title; anything longer is text. */
const LABEL_MAX = 250

/** Ids that a button, tab or link on the page opens, with the element that opens each. */
function openers(root: HtmlElement): Map<string, HtmlElement> {
  const found = new Map<string, HtmlElement>()
  for (const opener of root.querySelectorAll(
    '[aria-controls], [data-target], [data-bs-target], [role=tab][href], [data-toggle][href], [data-bs-toggle][href]',
  )) {
    if (opener.closest(OVERLAYS)) continue
    for (const name of ['aria-controls', 'data-target', 'data-bs-target', 'href']) {
      for (const id of (opener.getAttribute(name) ?? '').split(/\s+/))
        if (id !== '' && !found.has(id.replace(/^#/, ''))) found.set(id.replace(/^#/, ''), opener)
    }
  }
  return found
}

/** The visible heading or button right before a hidden element, which shows it. */
function labelBefore(element: HtmlElement): HtmlElement | null {
  const before = element.previousElementSibling
  if (!before) return null
  if (before.matches(`${LABELS}, dt`)) return before
  const inner = before.querySelector(LABELS)
  return inner && lineOf(before).length <= LABEL_MAX ? before : null
}

/** Takes out what is hidden, except for what a heading, button or tab on the page opens. */
function removeHidden(root: HtmlElement, opened: ReadonlyMap<string, HtmlElement>): void {
  for (const element of [...root.querySelectorAll(HIDDEN)]) {
    if (!root.contains(element)) continue
    const isCollapsed =
      !element.matches(OVERLAYS) &&
      lineOf(element) !== '' &&
      !element.matches('svg, i, span') &&
      (element.closest('details, [role=tabpanel]') !== null ||
        (element.id !== '' && opened.has(element.id)) ||
        labelBefore(element) !== null ||
        /\b(?:accordion|collaps|tab-?(?:pane|panel|content)|faq|answer|expand)/i.test(
          element.getAttribute('class') ?? '',
        ))
    if (!isCollapsed) element.remove()
  }
}

/** The level below the last heading in front of each element. */
function levelsBelow(root: HtmlElement): Map<HtmlElement, number> {
  const levels = new Map<HtmlElement, number>()
  let level = 1
  const visit = (element: HtmlElement) => {
    if (/^h[1-6]$/.test(element.localName)) level = Number(element.localName[1])
    else levels.set(element, Math.min(level + 1, 6))
    for (const child of element.children) visit(child)
  }
  visit(root)
  return levels
}

function asHeading(label: HtmlElement, level: number, text = lineOf(label)): HtmlElement {
  const heading = label.ownerDocument.createElement(`h${level}`)
  heading.textContent = text
  return heading
}

/** Puts the label of a tab above its panel, and takes the row of tabs out. */
function labelPanels(root: HtmlElement, opened: ReadonlyMap<string, HtmlElement>, levels: Map<HtmlElement, number>) {
  for (const panel of root.querySelectorAll('[role=tabpanel], .tab-pane, .tabcontent, .tab-content > [id]')) {
    const named = panel.getAttribute('aria-labelledby')
    const tab = opened.get(panel.id) ?? (named ? root.querySelector(`[id="${named.replace(/["\\]/g, '')}"]`) : null)
    const label = lineOf(tab)
    if (label === '' || label.length > LABEL_MAX || panel.querySelector(HEADINGS)?.textContent?.trim() === label)
      continue
    panel.before(asHeading(panel, levels.get(panel) ?? 2, label))
  }
  for (const list of [...root.querySelectorAll('[role=tablist], .nav-tabs')])
    if (root.querySelector('[role=tabpanel], .tab-pane')) list.remove()
}

/**
 * Makes collapsed content part of the text: answers of accordions stand below their question as a heading, panels below
 * the label of their tab, and the content of `details` below its summary. Changes the tree.
 */
export function revealCollapsed(root: HtmlElement): void {
  const opened = openers(root)
  removeHidden(root, opened)
  const levels = levelsBelow(root)
  labelPanels(root, opened, levels)
  for (const summary of [...root.querySelectorAll('details > summary')]) {
    const text = lineOf(summary)
    if (text === '') summary.remove()
    else if (!summary.querySelector(HEADINGS)) summary.replaceWith(asHeading(summary, levels.get(summary) ?? 2))
  }
  for (const [id, opener] of opened) {
    if (!root.contains(opener) || opener.matches('[role=tab]') || opener.closest('table, form')) continue
    const panel = root.querySelector(`[id="${id.replace(/["\\]/g, '')}"]`)
    const text = lineOf(opener)
    if (!panel || lineOf(panel) === '' || text === '' || text.length > LABEL_MAX) continue
    if (opener.matches(HEADINGS)) continue
    if (opener.closest(HEADINGS)) unwrap(opener)
    else if (!opener.querySelector(HEADINGS)) opener.replaceWith(asHeading(opener, levels.get(opener) ?? 2))
  }
  for (const button of [...root.querySelectorAll('h1 button, h2 button, h3 button, h4 button, h5 button, h6 button')])
    unwrap(button)
  questionTerms(root, levels)
}

/** Buttons are left out of the text, so that a label that is one must become plain. */
function unwrap(element: HtmlElement): void {
  element.replaceWith(...[...element.childNodes])
}

/** A term that asks something is the heading of its answer. */
function questionTerms(root: HtmlElement, levels: Map<HtmlElement, number>): void {
  for (const term of [...root.querySelectorAll('dt')]) {
    if (!/[?？؟]$/.test(lineOf(term))) continue
    const list = term.closest('dl')
    term.replaceWith(asHeading(term, levels.get(term) ?? 2))
    if (list) for (const child of [...list.childNodes]) if (isElement(child) && child.localName === 'dd') asBlock(child)
  }
}

/** Descriptions below a heading are blocks, even when they are short. */
function asBlock(description: HtmlElement): void {
  const block = description.ownerDocument.createElement('div')
  block.append(...description.childNodes)
  description.replaceWith(block)
}
