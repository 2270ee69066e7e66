import { z } from 'zod'
import { SOURCE_STATES, SOURCES_SEARCH_MAX, WEBSITE_SCOPES } from '../../../knowledge/contract.ts'
import { ADDING_HINTS, READ_ONLY_HINTS, workspaceTool } from './workspace-tool.ts'

/** Characters: a document of some hundred pages, within what a request may hold. */
const TEXT_LENGTH_MAX = 200_000

export const sourceTools = [
  workspaceTool({
    name: 'list_sources',
    title: 'List sources',
    description:
      'Lists the sources that answers can rest on: texts, documents, pages of websites and items of connected services, each with its state and, where it is not ready, the reason.',
    input: z.object({
      q: z.string().max(SOURCES_SEARCH_MAX).optional().describe('Text in the title or the address.'),
      state: z.enum(SOURCE_STATES).optional(),
      limit: z.number().int().min(1).max(100).default(50),
      cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page.'),
    }),
    annotations: READ_ONLY_HINTS,
    run: (api, listInput) => api.knowledge.sources(listInput),
  }),
  workspaceTool({
    name: 'add_website',
    title: 'Add a website as a source',
    description:
      'Reads a public website, now and again every day, so that answers can rest on its pages. Visitors are quoted its pages as soon as they are read. `scope`: the whole site, the section below the address, or the one page. Read the progress with `list_sources`.',
    input: z.object({
      url: z.url().max(2000),
      scope: z.enum(WEBSITE_SCOPES).default('site'),
      pages_max: z.number().int().min(1).optional().describe('Maximum number of pages to read.'),
    }),
    annotations: { ...ADDING_HINTS, openWorldHint: true },
    run: (api, websiteInput) => api.knowledge.websites.add(websiteInput),
  }),
  workspaceTool({
    name: 'add_text',
    title: 'Add a text as a source',
    description:
      'Adds a text that answers can rest on and visitors are quoted, such as a policy or a manual. Headings in Markdown divide it into sections.',
    input: z.object({
      title: z.string().min(1).max(300),
      content: z.string().min(1).max(TEXT_LENGTH_MAX).describe('Markdown.'),
      url: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional()
        .describe('Where the text is published, for citations.'),
    }),
    annotations: ADDING_HINTS,
    run: (api, textItem) => api.knowledge.createTexts({ items: [textItem] }),
  }),
]
