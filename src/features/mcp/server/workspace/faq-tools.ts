import { z } from 'zod'
import { idSchema } from '../../../../kernel/wire.ts'
import {
  ALTERNATIVES_MAX,
  ANSWER_MAX,
  CATEGORY_MAX,
  DEFAULT_CATEGORY,
  FAQ_STATUSES,
  QUESTION_MAX,
  SEARCH_MAX,
} from '../../../faqs/contract.ts'
import { ADDING_HINTS, PUBLISHING_HINTS, READ_ONLY_HINTS, workspaceTool } from './workspace-tool.ts'

const faqIdSchema = idSchema.describe('The `id` of a FAQ from `list_faqs` or `write_draft`.')

export const faqTools = [
  workspaceTool({
    name: 'list_faqs',
    title: 'List or search FAQs',
    description:
      'Lists FAQs with their answers in display order, drafts and archived ones too. `q` searches questions and answers for a text. Search before you write, so that no FAQ is written twice.',
    input: z.object({
      q: z.string().max(SEARCH_MAX).optional(),
      status: z.enum(FAQ_STATUSES).optional(),
      category: z.string().max(CATEGORY_MAX).optional(),
      limit: z.number().int().min(1).max(50).default(20),
      cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page.'),
    }),
    annotations: READ_ONLY_HINTS,
    run: (api, listInput) => api.faqs.list(listInput),
  }),
  workspaceTool({
    name: 'read_faq',
    title: 'Read a FAQ',
    description: 'Returns one FAQ with its answer as Markdown, its alternative questions, status and version.',
    input: z.object({ faq_id: faqIdSchema }),
    annotations: READ_ONLY_HINTS,
    run: (api, { faq_id: id }) => api.faqs.get({ id }),
  }),
  workspaceTool({
    name: 'write_draft',
    title: 'Write a draft FAQ',
    description:
      'Saves a FAQ as a draft, which visitors do not see. With `gap_id` it becomes the FAQ of that gap. State only what a source or a person says. Publish it with `publish_faq` once a person agrees. `warnings` name FAQs that ask nearly the same.',
    input: z.object({
      question: z.string().min(1).max(QUESTION_MAX).describe('As a visitor would ask it.'),
      answer: z.string().min(1).max(ANSWER_MAX).describe('Markdown: paragraphs, lists, bold, links, tables.'),
      category: z.string().min(1).max(CATEGORY_MAX).default(DEFAULT_CATEGORY),
      alternative_questions: z
        .array(z.string().min(1).max(QUESTION_MAX))
        .max(ALTERNATIVES_MAX)
        .default([])
        .describe('Other phrasings; visitors never see them.'),
      gap_id: idSchema.optional().describe('The gap that this FAQ answers.'),
    }),
    annotations: ADDING_HINTS,
    run: (api, { gap_id: id, ...content }) => {
      const draftFaq = { ...content, status: 'draft' as const }
      return id === undefined ? api.faqs.create(draftFaq) : api.gaps.createFaq({ id, faq: draftFaq })
    },
  }),
  workspaceTool({
    name: 'publish_faq',
    title: 'Publish a FAQ',
    description:
      'Publishes a FAQ: from now on visitors read it, and answers rest on it. If it belongs to a gap, the gap is verified. Needs a key or a permission that may write.',
    input: z.object({ faq_id: faqIdSchema }),
    annotations: PUBLISHING_HINTS,
    run: (api, { faq_id: id }) => api.faqs.update({ id, status: 'published' }),
  }),
]
