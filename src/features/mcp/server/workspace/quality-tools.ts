import { z } from 'zod'
import { idSchema } from '../../../../kernel/wire.ts'
import { ANSWER_TESTS_PAGE_SIZE, TEST_STATES } from '../../../answer-tests/contract.ts'
import { READ_ONLY_HINTS, STARTING_HINTS, workspaceTool } from './workspace-tool.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const qualityTools = [
  workspaceTool({
    name: 'list_answer_tests',
    title: 'List answer tests',
    description: `Lists answer tests (questions with requirements for their answers) with their results, failing ones first, ${ANSWER_TESTS_PAGE_SIZE} a page. \`waiting\` means that a test is being asked.`,
    input: z.object({ state: z.enum(TEST_STATES).optional(), page: z.number().int().min(1).default(1) }),
    annotations: READ_ONLY_HINTS,
    run: (api, listInput) => api.answerTests.list(listInput),
  }),
  workspaceTool({
    name: 'read_answer_test',
    title: 'Read an answer test',
    description:
      'Returns one answer test with its last answer that passed, the answer that fails now, and the changes of the content between them.',
    input: z.object({ test_id: idSchema.describe('The `id` of a test from `list_answer_tests`.') }),
    annotations: READ_ONLY_HINTS,
    run: (api, { test_id: id }) => api.answerTests.details({ id }),
  }),
  workspaceTool({
    name: 'run_answer_tests',
    title: 'Run all answer tests',
    description:
      'Asks all answer tests again, for example after publishing. Runs in the background: read the results with `list_answer_tests` once none is `waiting`.',
    input: z.object({}),
    annotations: STARTING_HINTS,
    run: (api) => api.answerTests.runAll(),
  }),
  workspaceTool({
    name: 'read_statistics',
    title: 'Read statistics',
    description:
      'Returns the numbers of FAQs, documents and questions, and of the last days: outcomes, votes, questions that were answered without a person (`deflected`), and the most frequent and the unanswered questions.',
    input: z.object({ days: z.number().int().min(1).max(365).default(30) }),
    annotations: READ_ONLY_HINTS,
    run: async (api, { days }) => {
      const currentTimeMs = Date.now()
      const periodEdges = [new Date(currentTimeMs - days * DAY_MS).toISOString(), new Date(currentTimeMs).toISOString()]
      const [totals, questions] = await Promise.all([
        api.dashboard.stats(),
        api.dashboard.insights({ edges: periodEdges }),
      ])
      return { totals, questions: { days, ...questions } }
    },
  }),
]
