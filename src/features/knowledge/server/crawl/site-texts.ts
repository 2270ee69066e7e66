import { inTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { createRepeatedBlocks } from '../../domain/repeated-blocks.ts'
import { websites } from '../knowledge.table.ts'
import { ofWebsite } from '../websites/website-rows.ts'
import type { Visit } from './visit-page.ts'

type ReadVisit = Extract<Visit, { kind: 'read' }>

/** Pages whose texts are looked at once more when all have been read. */
const FIRST_PAGES = 12

/** Compares the texts of a website's pages during a crawl. */
export function createSiteTexts(knownFingerprints: readonly string[]) {
  const repeatedBlocks = createRepeatedBlocks(knownFingerprints)
  const firstPages: { address: string; visit: ReadVisit; kept: string }[] = []
  const withOwnText = (visit: ReadVisit, leftOut: string[]): ReadVisit => ({
    ...visit,
    text: {
      ...visit.text,
      text: repeatedBlocks.strip(visit.text.text),
      keptShare: repeatedBlocks.keptShare(visit.text.text, leftOut),
    },
  })
  return {
    /** The visit with its text without the blocks that other pages have, too. */
    compare(address: string, visit: Visit): Visit {
      if (visit.kind !== 'read' || !visit.leftOut) return visit
      repeatedBlocks.add(visit.text.text, visit.leftOut)
      const ownVisit = withOwnText(visit, visit.leftOut)
      if (firstPages.length < FIRST_PAGES) firstPages.push({ address, visit, kept: ownVisit.text.text })
      return ownVisit
    },
    /** The first pages that have another text now that all pages are known. */
    changedSince: (): { address: string; visit: ReadVisit }[] =>
      firstPages
        .map(({ address, visit, kept }) => ({ address, kept, visit: withOwnText(visit, visit.leftOut ?? []) }))
        .filter(({ visit, kept }) => visit.text.text !== kept),
    repeated: () => repeatedBlocks.fingerprints(),
  }
}

/** Stores what the pages of a website repeat, for its next crawl. */
export const saveRepeatedBlocks = (
  context: WorkspaceContext,
  websiteId: string,
  repeatedBlocks: string[],
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx.update(websites).set({ repeatedBlocks }).where(ofWebsite(transaction, websiteId))
  })
