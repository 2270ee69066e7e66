import { z } from 'zod'
import { idSchema } from '../../../../kernel/wire.ts'
import { GAP_STATES, GAPS_PAGE_SIZE } from '../../../gaps/contract.ts'
import { READ_ONLY_HINTS, STARTING_HINTS, workspaceTool } from './workspace-tool.ts'

const gapIdSchema = idSchema.describe('The `id` of a gap from `list_gaps`.')
const pageSchema = z.number().int().min(1).default(1)

export const gapTools = [
  workspaceTool({
    name: 'list_gaps',
    title: 'List content gaps',
    description: `Lists gaps: questions with the same meaning that visitors asked and the content could not answer. Sorted by the number of visitors, ${GAPS_PAGE_SIZE} a page. Start here to find out what to write next; read one with \`read_gap\`.`,
    input: z.object({ state: z.enum(GAP_STATES).default('open'), page: pageSchema }),
    annotations: READ_ONLY_HINTS,
    run: (api, listInput) => api.gaps.list(listInput),
  }),
  workspaceTool({
    name: 'read_gap',
    title: 'Read the evidence of a gap',
    description:
      'Returns one gap with the evidence for it: the different phrasings that visitors used, how often each was asked and why it is not answered, and the entries that come closest with the words they lack. Further phrasings are on the next pages.',
    input: z.object({ gap_id: gapIdSchema, page: pageSchema }),
    annotations: READ_ONLY_HINTS,
    run: async (api, { gap_id: id, page: number }) => {
      const [gap, phrasings, closest] = await Promise.all([
        api.gaps.details({ id }),
        api.gaps.phrasings({ id, page: number }),
        api.gaps.closest({ id }),
      ])
      return { gap, phrasings, closest }
    },
  }),
  workspaceTool({
    name: 'propose_draft',
    title: 'Propose a FAQ for a gap',
    description:
      "Proposes a FAQ for a gap from the workspace's own sources, with the passages that support it. The answer is empty where no source supports one: ask a person then, and do not invent it. Stores nothing; save with `write_draft`.",
    input: z.object({ gap_id: gapIdSchema }),
    annotations: READ_ONLY_HINTS,
    run: (api, { gap_id: id }) => api.gaps.draft({ id }),
  }),
  workspaceTool({
    name: 'verify_gap',
    title: 'Verify a gap',
    description:
      'Asks all questions of a gap again to check that its published FAQ answers them. Runs in the background: read the result in `verification` with `read_gap` after some seconds.',
    input: z.object({ gap_id: gapIdSchema }),
    annotations: STARTING_HINTS,
    run: (api, { gap_id: id }) => api.gaps.verify({ id }),
  }),
]
