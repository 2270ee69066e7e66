/** Results of a crawl so far. */
export interface CrawlCounts {
  /** URLs known, and those of them that have been dealt with. */
  found: number
  done: number
  /** Numbers of new, updated, unchanged, skipped, removed and failed pages. */
  added: number
  changed: number
  unchanged: number
  skipped: number
  removed: number
  failed: number
}
