import { z } from 'zod'
import { idSchema, pageInput, pageOf, requiredText, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const TEXT_CONTENT_MAX = 2 * 1024 * 1024
export const SOURCE_STATES = ['queued', 'processing', 'ready', 'skipped', 'excluded', 'failed'] as const
/** The chunk's source_type as specified; a pasted text is of type document. */
export const SOURCE_TYPES = ['faq', 'url', 'document', 'notion', 'google'] as const
export const SOURCE_KINDS = ['text', 'document', 'website', 'notion', 'google-drive'] as const

/** One row of the ledger: a text, file, page or item with its state and the reason for it. */
export const sourceSchema = z.object({
  id: idSchema,
  kind: z.enum(SOURCE_KINDS),
  title: z.string(),
  url: z.string().nullable(),
  state: z.enum(SOURCE_STATES),
  reason: z.string().nullable(),
  chunk_count: z.number().int(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Source = z.output<typeof sourceSchema>

export const textInput = z.object({
  title: requiredText(300, 'Please enter a title.'),
  content: requiredText(TEXT_CONTENT_MAX, 'Please enter some text.'),
  url: z
    .url({ protocol: /^https?$/, error: 'Please enter a valid URL' })
    .max(2000)
    .optional(),
})

export const knowledgeContract = {
  sources: workspaceProcedure('source.read')
    .route({ method: 'GET', path: '/sources', tags: ['Sources'], summary: 'List sources with their state' })
    .input(pageInput)
    .output(pageOf(sourceSchema)),
  createTexts: workspaceProcedure('source.write', { writes: true })
    .route({ method: 'POST', path: '/texts', tags: ['Sources'], summary: 'Add texts to the knowledge base' })
    .input(z.object({ items: z.array(textInput).min(1).max(200, { error: 'At most 200 texts a call.' }) }))
    .output(z.object({ ids: z.array(idSchema) })),
  deleteSource: workspaceProcedure('source.write', { writes: true, ids: { id: 'source' } })
    .route({
      method: 'DELETE',
      path: '/sources/{id}',
      tags: ['Sources'],
      summary: 'Remove a source and everything made from it',
    })
    .input(z.object({ id: idSchema }))
    .output(z.object({ deleted: z.literal(true) })),
}
