import { createHash } from 'node:crypto'
import { type Decision, decide } from '../../src/features/answering/server/decide.ts'
import { faqSection, passageSection } from '../../src/features/answering/server/sections.ts'
import type { FaqRow } from '../../src/features/faqs/server/index.ts'
import type { IndexEntry, SearchOutcome } from '../../src/features/ranking/server/index.ts'
import type { Engine } from './engine.ts'
import { type IndexedEntry, retrieveHits } from './retrieve-hits.ts'
import { openScratchWorkspace } from './scratch-workspace.ts'
import type { RetrievalSet } from './sets.ts'

export interface OwnEngine extends Engine {
  ask(text: string, limit: number): Promise<SearchOutcome>
  documentOf(chunkId: string): string
  /** The decision of the gate, as for a visitor; `right` says whether the best topic is one of the documents. */
  decide(text: string, documents?: Record<string, number>): Promise<Decided>
}

export interface Decided {
  tier: Decision['tier']
  /** 0 where nothing was found. */
  probability: number
  right: boolean
}

/** A stable uuid for a name. */
function uuidOf(name: string): string {
  const h = createHash('sha256').update(name).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
}

/** The hits from which an answer is decided. */
const DECIDED_HITS = 20

const chunksOf = ({ chunk_id, same_as }: SearchOutcome['hits'][number]): string[] => [chunk_id, ...same_as]

function sectionOf({ kind, source_id, chunk_id, question, body, language }: IndexEntry): IndexedEntry['sectionOf'] {
  if (kind === 'faq') return () => faqSection({ id: source_id, question, answer: body } as FaqRow)
  const row = { id: chunk_id, found: chunk_id, position: 0, content: body, heading_path: [], size: 1 }
  return () => passageSection([row], { sourceId: source_id, title: question, base: null, language })
}

/** The set as a workspace in a scratch database, through the code that serves visitors. */
export async function ownEngine(set: RetrievalSet): Promise<OwnEngine> {
  const documents = new Map(set.docs.map((doc) => [uuidOf(doc.id), doc.id]))
  // Titles rather than questions, and no other ways to ask: passages of documents.
  const titled = set.docs.filter((doc) => !doc.alts.length && doc.question.split(/\s+/).length < 5)
  const passages = titled.length > set.docs.length / 2
  const entries = set.docs.map(
    (doc): IndexEntry => ({
      chunk_id: uuidOf(doc.id),
      kind: passages ? 'passage' : 'faq',
      source_id: uuidOf(doc.id),
      language: set.lang,
      question: doc.question,
      alternatives: doc.alts,
      body: doc.body,
    }),
  )
  const { search, close } = await openScratchWorkspace(entries)
  const ask = (text: string, limit: number) => search({ text, language: set.lang, limit })
  const indexed = new Map(entries.map((one) => [one.chunk_id, { sectionOf: sectionOf(one), source: one.question }]))
  const documentOf = (chunkId: string) => documents.get(chunkId) ?? ''
  return {
    name: 'Answerloom',
    ask,
    documentOf,
    async search(text) {
      // A duplicate that is shown as another hit was found all the same.
      const { hits } = await ask(text, 10)
      return hits.flatMap((hit) => chunksOf(hit).map(documentOf)).slice(0, 10)
    },
    async decide(text, documents = {}) {
      const outcome = await ask(text, DECIDED_HITS)
      const { tier, probability, topics } = decide(text, retrieveHits(text, outcome, indexed))
      const best = outcome.hits.find(({ chunk_id }) => chunk_id === topics[0]?.best.id)
      const right = best !== undefined && chunksOf(best).some((id) => (documents[documentOf(id)] ?? 0) > 0)
      return { tier, probability: probability ?? 0, right }
    },
    close,
  }
}
