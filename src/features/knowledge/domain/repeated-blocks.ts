import { hashOf } from './resemblance.ts'
import { blocksOf, wordCount } from './text-units.ts'

/** A block belongs to the website rather than to a page when this share of its pages, and this number, have it. */
const SHARE_MIN = 0.5
const PAGES_MIN = 3
/** Blocks at each end of a page that are compared. */
const EDGE_BLOCKS = 12
const REPEATED_MAX = 500

/** The addresses of links differ where their texts are the same. */
const shown = (block: string): string => block.replace(/\]\([^)\s]*\)/g, ']')
const fingerprint = (block: string): string => hashOf(shown(block).toLowerCase().trim()).toString(36)

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

/** `known`: fingerprints of an earlier pass. */
export function createRepeatedBlocks(known: readonly string[]): RepeatedBlocks {
  const counts = new Map<string, number>()
  const before = new Set(known)
  let pages = 0
  const isRepeated = (block: string) => {
    const key = fingerprint(block)
    return before.has(key) || (counts.get(key) ?? 0) >= Math.max(PAGES_MIN, pages * SHARE_MIN)
  }
  return {
    add(text, leftOut) {
      pages++
      const blocks = blocksOf(text)
      const edges = [...blocks.slice(0, EDGE_BLOCKS), ...blocks.slice(-EDGE_BLOCKS), ...leftOut]
      for (const key of new Set(edges.map(fingerprint))) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    strip(text) {
      const blocks = blocksOf(text)
      let [from, to] = [0, blocks.length]
      while (from < Math.min(to, EDGE_BLOCKS) && isRepeated(blocks[from] ?? '')) from++
      while (to > from && blocks.length - to < EDGE_BLOCKS && isRepeated(blocks[to - 1] ?? '')) to--
      // A page that consists of repeated blocks alone is kept as it is.
      if (from === to || (from === 0 && to === blocks.length)) return text
      // The blocks are not joined: code may hold several blank lines.
      const kept = blocks.slice(from, to)
      const before = blocks.slice(0, from).reduce((at, block) => text.indexOf(block, at) + block.length, 0)
      const start = text.indexOf(kept[0] ?? '', before)
      return text.slice(
        start,
        kept.reduce((at, block) => text.indexOf(block, at) + block.length, start),
      )
    },
    keptShare(text, leftOut) {
      const kept = wordCount(text)
      const left = leftOut.filter((block) => !isRepeated(block)).reduce((sum, block) => sum + wordCount(block), 0)
      return kept + left === 0 ? 100 : Math.round((kept / (kept + left)) * 100)
    },
    fingerprints: () =>
      [
        ...new Set([
          ...[...counts].filter(([, count]) => count >= Math.max(PAGES_MIN, pages * SHARE_MIN)).map(([key]) => key),
          ...known,
        ]),
      ].slice(0, REPEATED_MAX),
  }
}
