// Finds text on a screen that lacks space.
import type { Page } from '@playwright/test'

/** Words that a line of a longer text holds at least, on average. */
const WORDS_PER_LINE = 1.6
/** Pixels by which the boxes of two lines may overlap. */
const TOLERANCE = 3

/** As text: this file is typed without a document. */
const FIND_PROBLEMS = `(() => {
  /** The part of a box that its ancestors do not cut off. */
  const visiblePart = (box, element) => {
    let { left, top, right, bottom } = box
    for (let parent = element; parent; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === 'visible') continue
      const clip = parent.getBoundingClientRect()
      left = Math.max(left, clip.left)
      top = Math.max(top, clip.top)
      right = Math.min(right, clip.right)
      bottom = Math.min(bottom, clip.bottom)
    }
    return { left, top, right, bottom }
  }
  const problems = []
  const lines = []
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim()
    const element = node.parentElement
    if (!text || element.closest('.sr-only, option, pre, code') || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()]
    const rows = new Set(boxes.map(({ top }) => Math.round(top))).size
    const words = text.split(/\\s+/).length
    if (rows > 2 && words / rows < ${WORDS_PER_LINE}) problems.push(text + ': ' + words + ' words in ' + rows + ' lines')
    for (const box of boxes) lines.push({ text, ...visiblePart(box, element) })
  }
  lines.forEach((line, index) => {
    for (const other of lines.slice(index + 1)) {
      const width = Math.min(line.right, other.right) - Math.max(line.left, other.left)
      const height = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top)
      if (width > ${TOLERANCE} && height > ${TOLERANCE} && line.text !== other.text)
        problems.push(line.text + ' overlaps ' + other.text)
    }
  })
  return problems
})()`

/** Texts of the main part that are squeezed into a narrow column or overlap others, one line each. */
export const layoutProblems = (page: Page): Promise<string[]> => page.evaluate(FIND_PROBLEMS)
