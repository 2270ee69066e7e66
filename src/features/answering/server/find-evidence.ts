import { parseMarkup } from '../../../kernel/markup.ts'
import { excerpt } from '../../../kernel/text.ts'
import type { FaqRow } from '../../faqs/server/index.ts'
import { buildQuote } from '../../knowledge/server/index.ts'
import {
  type MemorySearch,
  type QuestionEmbedding,
  type SearchHit,
  searchMemoryIndex,
} from '../../ranking/server/index.ts'
import { readPublished, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type Evidence, EXCERPT_LENGTH } from '../domain/evidence.ts'
import type { Section } from '../domain/section.ts'
import { citationUrl, type PageUrl } from './page-url.ts'
import { faqSection } from './sections.ts'
import { readShownContent, type ShownContent, ShownContentCache } from './shown-content-cache.ts'

/** A search hit with what is shown of it, and its section where sections were asked for. */
export interface FoundEvidence {
  evidence: Evidence
  hit: SearchHit
  section: Section | null
}

export interface EvidenceResult {
  outcome: MemorySearch
  /** Best first. */
  found: FoundEvidence[]
  /** The published FAQs among the evidence, closest first. */
  faqs: FaqRow[]
}

interface EvidenceOptions {
  text: string
  limit: number
  /** The last word may be unfinished. */
  isPrefix?: boolean
  embedding?: QuestionEmbedding | null
  excludedSourceIds?: ReadonlySet<string>
  /** The state of the workspace's content, as this request has read it. */
  contentVersion: number
  waitsForChanges?: boolean
  /** The FAQs' categories and places may be those of a moment ago: only what they say is shown. */
  anyCategory?: boolean
  /** Number of hits whose sections are needed. */
  sectionCount?: number
  /** Address of a path below the workspace's page. */
  pageUrl: PageUrl
}

const shownContent = new ShownContentCache()

/**
 * Searches and attaches what is shown: the FAQ's own answer and link, or the passage with its source's title, page and
 * link. Must not be called inside a transaction.
 */
export async function findEvidence(context: WorkspaceContext, options: EvidenceOptions): Promise<EvidenceResult> {
  const { workspaceId, services, readOrigin } = context
  const {
    text,
    limit,
    isPrefix,
    embedding,
    excludedSourceIds,
    contentVersion,
    waitsForChanges = false,
    anyCategory = false,
    sectionCount = 0,
  } = options
  const outcome = await searchMemoryIndex(
    services.db,
    { id: workspaceId, contentVersion, readOrigin },
    {
      ...{ text, limit, waitsForChanges },
      ...(isPrefix ? { isPrefix } : {}),
      ...(embedding ? { embedding } : {}),
      ...(excludedSourceIds ? { excludedSourceIds } : {}),
    },
  )
  const cachedContent = shownContent.get(workspaceId, contentVersion, outcome.hits, {
    anyCategory,
    sections: sectionCount,
  })
  if (cachedContent) return attachContent(outcome, cachedContent, options)
  const shownRows = await readPublished(context, (transaction) =>
    readShownContent(transaction, outcome.hits, sectionCount),
  )
  shownContent.set(workspaceId, contentVersion, outcome.hits, shownRows)
  return attachContent(outcome, shownRows, options)
}

function attachContent(
  outcome: MemorySearch,
  shownRows: ShownContent,
  { pageUrl, sectionCount = 0 }: EvidenceOptions,
): EvidenceResult {
  const found: FoundEvidence[] = []
  for (const hit of outcome.hits) {
    const { source_id, score } = hit
    if (hit.kind === 'faq') {
      const faq = shownRows.faqs.get(source_id)
      // A FAQ that has just been taken back may still be in an index row read a moment ago: it is not shown.
      if (!faq) continue
      found.push({
        hit,
        section: found.length < sectionCount ? faqSection(faq) : null,
        evidence: {
          kind: 'faq',
          id: faq.id,
          source_id,
          title: faq.question,
          url: pageUrl(faq.slug),
          excerpt: faqExcerpt(faq),
          isInternal: false,
          score,
          weight: 1,
        },
      })
    } else {
      const citation = shownRows.citations.get(hit.chunk_id)
      if (!citation) continue
      found.push({
        hit,
        section: shownRows.sections.get(hit.chunk_id) ?? null,
        evidence: {
          kind: 'chunk',
          id: hit.chunk_id,
          source_id,
          title: citation.place ? `${hit.question} (${citation.place})` : hit.question,
          url: citationUrl(citation, pageUrl),
          excerpt: excerpt(citation.quote, EXCERPT_LENGTH),
          isInternal: citation.isInternal,
          score: score * citation.weight,
          weight: citation.weight,
        },
      })
    }
  }
  const rankedEvidence = found.toSorted(
    (leftEvidence, rightEvidence) => rightEvidence.evidence.score - leftEvidence.evidence.score,
  )
  return {
    outcome,
    found: rankedEvidence,
    faqs: rankedEvidence.flatMap(({ evidence }) =>
      evidence.kind === 'faq' ? (shownRows.faqs.get(evidence.id) ?? []) : [],
    ),
  }
}

const faqExcerpts = new WeakMap<FaqRow, string>()

/** The first words of a FAQ's answer as its page shows them. */
function faqExcerpt(faq: FaqRow): string {
  const knownExcerpt = faqExcerpts.get(faq)
  if (knownExcerpt !== undefined) return knownExcerpt
  const faqExcerptText = excerpt(buildQuote(parseMarkup(faq.answer)).text, EXCERPT_LENGTH)
  faqExcerpts.set(faq, faqExcerptText)
  return faqExcerptText
}
