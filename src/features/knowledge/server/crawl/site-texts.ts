import { inTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { createRepeatedBlocks } from '../../domain/repeated-blocks.ts'
import { websites } from '../knowledge.table.ts'
import { ofWebsite } from '../websites/website-rows.ts'
import type { Visit } from './visit-page.ts'

type ReadVisit = Extract<Visit, { kind: 'read' }>

/** Pages whose texts are looked at once more when all have been read. */
const FIRST_PAGES = 12

/** Compares the texts of a website's pages during a crawl. */
export function createSiteTexts(known: readonly string[]) {
  const blocks = createRepeatedBlocks(known)
  const first: { address: string; visit: ReadVisit; kept: string }[] = []
  const ownText = (visit: ReadVisit, leftOut: string[]): ReadVisit => ({
    ...visit,
    text: {
      ...visit.text,
      text: blocks.strip(visit.text.text),
      keptShare: blocks.keptShare(visit.text.text, leftOut),
    },
  })
  return {
    /** The visit with its text without the blocks that other pages have, too. */
    compare(address: string, visit: Visit): Visit {
      if (visit.kind !== 'read' || !visit.leftOut) return visit
      blocks.add(visit.text.text, visit.leftOut)
      const own = ownText(visit, visit.leftOut)
      if (first.length < FIRST_PAGES) first.push({ address, visit, kept: own.text.text })
      return own
    },
    /** The first pages that have another text now that all pages are known. */
    changedSince: (): { address: string; visit: ReadVisit }[] =>
      first
        .map(({ address, visit, kept }) => ({ address, kept, visit: ownText(visit, visit.leftOut ?? []) }))
        .filter(({ visit, kept }) => visit.text.text !== kept),
    repeated: () => blocks.fingerprints(),
  }
}

/** Stores what the pages of a website repeat, for its next crawl. */
export const saveRepeatedBlocks = (context: WorkspaceContext, id: string, repeatedBlocks: string[]): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx.update(websites).set({ repeatedBlocks }).where(ofWebsite(transaction, id))
  })
