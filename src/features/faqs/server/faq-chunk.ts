import { type ChunkInput, replaceChunks } from '../../knowledge/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { answerToPlainText } from '../domain/answer-markup.ts'
import type { FaqRow } from './faq-columns.ts'

/** Every FAQ is a knowledge chunk; only a published one can be found by visitors. */
export function chunkOf(faq: FaqRow): ChunkInput {
  const plainAnswer = answerToPlainText(faq.answer)
  return {
    source_type: 'faq',
    source_id: faq.id,
    source_name: faq.question,
    content: `Q: ${faq.question} / A: ${faq.answer} / Category: ${faq.category}`,
    position: 0,
    heading_path: [],
    searchable: faq.status === 'published',
    entry: {
      kind: 'faq',
      language: faq.language,
      question: faq.question,
      alternatives: faq.alternativeQuestions,
      body: plainAnswer,
    },
  }
}

/** Rewrites the chunks and index entries of these FAQs in the transaction that wrote the FAQs. */
export const writeChunks = (transaction: WorkspaceTransaction, faqRows: FaqRow[]): Promise<void> =>
  replaceChunks(
    transaction,
    'faq',
    faqRows.map((faqRow) => faqRow.id),
    faqRows.map(chunkOf),
  )
