import { randomUUID } from 'node:crypto'
import { toSource } from '../../../src/features/answering/domain/evidence.ts'
import type { AnswerContext } from '../../../src/features/answering/server/answer-context.ts'
import { composeFromSections } from '../../../src/features/answering/server/compose.ts'
import { decideInConversation } from '../../../src/features/answering/server/conversation/decide-in-conversation.ts'
import type { Decision } from '../../../src/features/answering/server/decide.ts'
import { faqSection, passageSection } from '../../../src/features/answering/server/sections.ts'
import type { FaqRow } from '../../../src/features/faqs/server/index.ts'
import { buildChunks } from '../../../src/features/knowledge/server/source-chunks.ts'
import { detectLanguage } from '../../../src/features/ranking/server/index.ts'
import { markupToPlainText } from '../../../src/kernel/markup.ts'
import { type IndexedEntry, retrieveHits } from '../retrieve-hits.ts'
import { openScratchWorkspace } from '../scratch-workspace.ts'
import { type AnswerSet, type ContentPage, readContent } from './answer-set.ts'

export type AnswerTurn = AnswerContext['turns'][number]

export interface AnswerEngine {
  /** Decides and composes as for a visitor; `composed` takes the decision's tier into account. */
  ask(
    question: string,
    turns?: readonly AnswerTurn[],
  ): Promise<{ decision: Decision; answerIfGiven: string; sources: string[]; suggestions: string[]; turn: AnswerTurn }>
  close(): Promise<void>
}

/** The set's content as a workspace in a scratch database, through the code that serves visitors. */
export async function openAnswerEngine(set: AnswerSet, folder: string): Promise<AnswerEngine> {
  const indexed = new Map<string, IndexedEntry>()
  const entries = readContent(set, folder).flatMap((page) =>
    set.load.kind === 'faqs' ? faqEntry(page) : passageEntries(page),
  )
  function faqEntry({ title, markdown }: ContentPage) {
    const id = randomUUID()
    const row = { id, question: title, answer: markdown } as FaqRow
    indexed.set(id, { sectionOf: () => faqSection(row), source: title })
    const body = markupToPlainText(markdown)
    const entry = {
      kind: 'faq' as const,
      language: detectLanguage(`${title}\n${body}`),
      question: title,
      alternatives: [],
      body,
    }
    return [{ ...entry, chunk_id: id, source_id: id }]
  }
  function passageEntries({ title, markdown, url }: ContentPage) {
    const sourceId = randomUUID()
    const chunks = buildChunks({ id: sourceId, kind: 'text' }, { title, text: markdown, unit: null })
    const rows = chunks.map((chunk) => ({
      ...{ id: randomUUID(), found: '', position: chunk.position, content: chunk.content },
      ...{ heading_path: chunk.heading_path, size: chunks.length },
    }))
    return chunks.map((chunk, index) => {
      const { id } = rows[index]!
      indexed.set(id, {
        source: `${chunk.entry.question} ${url ?? ''}`,
        sectionOf: (hit) =>
          passageSection(
            rows.map((row) => ({ ...row, found: id })),
            { sourceId, title, base: url, language: hit.language },
          ),
      })
      return { ...chunk.entry, chunk_id: id, source_id: sourceId }
    })
  }
  const { search, close } = await openScratchWorkspace(entries)

  return {
    async ask(question, turns = []) {
      const retrieve = async (text: string) => retrieveHits(text, await search({ text, limit: 20 }), indexed)
      const { decision } = await decideInConversation({ question, turns, language: 'en', retrieve })
      const given = composeFromSections({ ...decision, tier: 'answer' })
      const shown = composeFromSections({ ...decision, tier: 'suggest' })
      const seen = composeFromSections(decision)
      return {
        decision,
        turn: { question, answer: seen.text, outcome: seen.outcome, sources: seen.used.map(toSource) },
        answerIfGiven: given.text,
        sources: given.used.map(({ title }) => title),
        suggestions: shown.suggestions.map((one) => one.text),
      }
    },
    close,
  }
}
