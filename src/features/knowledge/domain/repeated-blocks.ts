import { hashText } from './resemblance.ts'
import { markdownBlocks, wordCount } from './text-units.ts'

/** A block belongs to the website rather than to a page when this share of its pages, and this number, have it. */
const MIN_PAGE_SHARE = 0.5
const MIN_PAGES = 3
/** Blocks at each end of a page that are compared. */
const EDGE_BLOCKS = 12
const MAX_FINGERPRINTS = 500

/** The addresses of links differ where their texts are the same. */
const visibleText = (block: string): string => block.replace(/\]\([^)\s]*\)/g, ']')
const fingerprint = (block: string): string => hashText(visibleText(block).toLowerCase().trim()).toString(36)

/** Compares the pages of one website and finds the blocks at their beginnings and ends that are not their own. */
export interface RepeatedBlocks {
  /** Takes a page into account: its text, and the blocks that were left out of it. */
  add(text: string, leftOut: readonly string[]): void
  /** A text without the repeated blocks that it begins and ends with. */
  strip(text: string): string
  /** Percentage of the page's own text that was kept. */
  keptShare(text: string, leftOut: readonly string[]): number
  /** Fingerprints of the repeated blocks, to be stored for the next pass. */
  fingerprints(): string[]
}

/** Begins with the fingerprints of an earlier pass. */
export function createRepeatedBlocks(knownFingerprints: readonly string[]): RepeatedBlocks {
  const pageCounts = new Map<string, number>()
  const earlierFingerprints = new Set(knownFingerprints)
  let pageCount = 0
  const isRepeated = (block: string) => {
    const blockKey = fingerprint(block)
    return (
      earlierFingerprints.has(blockKey) ||
      (pageCounts.get(blockKey) ?? 0) >= Math.max(MIN_PAGES, pageCount * MIN_PAGE_SHARE)
    )
  }
  return {
    add(pageText, leftOut) {
      pageCount++
      const pageBlocks = markdownBlocks(pageText)
      const edgeBlocks = [...pageBlocks.slice(0, EDGE_BLOCKS), ...pageBlocks.slice(-EDGE_BLOCKS), ...leftOut]
      for (const blockKey of new Set(edgeBlocks.map(fingerprint)))
        pageCounts.set(blockKey, (pageCounts.get(blockKey) ?? 0) + 1)
    },
    strip(pageText) {
      const pageBlocks = markdownBlocks(pageText)
      let [from, to] = [0, pageBlocks.length]
      while (from < Math.min(to, EDGE_BLOCKS) && isRepeated(pageBlocks[from] ?? '')) from++
      while (to > from && pageBlocks.length - to < EDGE_BLOCKS && isRepeated(pageBlocks[to - 1] ?? '')) to--
      // A page that consists of repeated blocks alone is kept as it is.
      if (from === to || (from === 0 && to === pageBlocks.length)) return pageText
      // The blocks are not joined: code may hold several blank lines.
      const keptBlocks = pageBlocks.slice(from, to)
      const searchOffset = pageBlocks
        .slice(0, from)
        .reduce((offset, block) => pageText.indexOf(block, offset) + block.length, 0)
      const keptStart = pageText.indexOf(keptBlocks[0] ?? '', searchOffset)
      return pageText.slice(
        keptStart,
        keptBlocks.reduce((offset, block) => pageText.indexOf(block, offset) + block.length, keptStart),
      )
    },
    keptShare(pageText, leftOut) {
      const keptWords = wordCount(pageText)
      const leftOutWords = leftOut
        .filter((block) => !isRepeated(block))
        .reduce((wordTotal, block) => wordTotal + wordCount(block), 0)
      return keptWords + leftOutWords === 0 ? 100 : Math.round((keptWords / (keptWords + leftOutWords)) * 100)
    },
    fingerprints: () =>
      [
        ...new Set([
          ...[...pageCounts]
            .filter(([, count]) => count >= Math.max(MIN_PAGES, pageCount * MIN_PAGE_SHARE))
            .map(([key]) => key),
          ...knownFingerprints,
        ]),
      ].slice(0, MAX_FINGERPRINTS),
  }
}
