import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, optionalText, plainText, requiredText, timestamp } from '../../kernel/wire.ts'
import { answerSourceSchema, OUTCOMES } from '../questions/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const ANSWER_TESTS_MAX = 200
export const ANSWER_TESTS_PAGE_SIZE = 20
export const TEST_QUESTION_MAX = 2_000
export const PHRASES_MAX = 10
export const PHRASE_MAX = 200
export const CITABLE_MAX = 20
/** Changes of the content that are named beside a test that fails. */
export const CHANGES_SHOWN = 20

/** `new`: it has not been asked yet. */
export const TEST_STATES = ['failing', 'passing', 'new'] as const
export type TestState = (typeof TEST_STATES)[number]

/** Required source of an answer. */
export const citedSchema = z.object({ kind: z.enum(['faq', 'source']), id: idSchema, title: z.string() })
export type Cited = z.output<typeof citedSchema>

/** The visitor's answer in the test run. */
export const testedAnswerSchema = z.object({
  at: timestamp,
  text: z.string(),
  outcome: z.enum(OUTCOMES),
  sources: z.array(answerSourceSchema.omit({ excerpt: true })),
})
export type TestedAnswer = z.output<typeof testedAnswerSchema>

/** Why a test failed. */
export const shortfallSchema = z.object({
  /** No answer was given: the question was refused, or only led to suggestions. */
  unanswered: z.boolean(),
  /** Phrases that the answer does not contain. */
  missing: z.array(z.string()),
  /** It rests on something else than it must. */
  uncited: z.boolean(),
})
export type Shortfall = z.output<typeof shortfallSchema>

export const answerTestSchema = z.object({
  id: idSchema,
  question: z.string(),
  must_contain: z.array(z.string()),
  /** `gone` where there is no such FAQ or source any more. */
  must_cite: citedSchema.extend({ gone: z.boolean() }).nullable(),
  state: z.enum(TEST_STATES),
  /** It is being asked, or will be in a moment. */
  waiting: z.boolean(),
  /** Time of the last run without an answer; the former result is kept. */
  unavailable: z.boolean(),
  ran_at: timestamp.nullable(),
  /** Since when it passes or fails. */
  since: timestamp.nullable(),
  shortfall: shortfallSchema.nullable(),
})
export type AnswerTest = z.output<typeof answerTestSchema>

/** Something that changed between the last answer that passed and the first that failed. */
export const contentChangeSchema = z.object({
  kind: z.enum(['faq', 'source', 'website', 'settings', 'test']),
  what: z.enum(['created', 'edited', 'published', 'unpublished', 'restored', 'deleted', 'added', 'read', 'changed']),
  /** The changed object; null for a change of many. */
  id: idSchema.nullable(),
  title: z.string(),
  /** Null where it is only known that it happened. */
  at: timestamp.nullable(),
  by: z.string().nullable(),
  /** One of the two answers rests on it. */
  involved: z.boolean(),
})
export type ContentChange = z.output<typeof contentChangeSchema>

export const answerTestDetailsSchema = answerTestSchema.extend({
  /** The last answer that passed. */
  passing: testedAnswerSchema.nullable(),
  /** The answer that fails now. */
  failing: testedAnswerSchema.nullable(),
  changes: z.array(contentChangeSchema),
  created_by: z.string().nullable(),
})
export type AnswerTestDetails = z.output<typeof answerTestDetailsSchema>

export const answerTestInput = z
  .object({
    question: requiredText(TEST_QUESTION_MAX, 'Please enter a question.'),
    must_contain: z
      .array(optionalText(PHRASE_MAX))
      .max(PHRASES_MAX, { error: `Please enter at most ${PHRASES_MAX} phrases.` })
      .transform((phrases) => [...new Set(phrases.filter((phrase) => phrase !== ''))])
      .default([]),
    must_cite: citedSchema.pick({ kind: true, id: true }).nullable().default(null),
  })
  .refine(({ must_contain, must_cite }) => must_contain.length > 0 || must_cite !== null, {
    error: 'Enter what the answer must contain or which source it must use.',
    path: ['must_contain'],
  })
export type AnswerTestInput = z.output<typeof answerTestInput>

const one = z.object({ id: idSchema })
const onTest = { writes: true, ids: { id: 'answer_test' } }

export const answerTestsContract = {
  /** Failing tests first, then the newest; `counts` cover all tests, regardless of filters. */
  list: workspaceProcedure('question.read')
    .route(rest('GET /answer-tests', 'Answer tests', 'List answer tests, failing ones first'))
    .input(
      z.object({
        state: z.enum(TEST_STATES).optional(),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        limit: z.coerce.number().int().min(1).max(100).default(ANSWER_TESTS_PAGE_SIZE),
      }),
    )
    .output(
      z.object({
        items: z.array(answerTestSchema),
        total: z.number().int(),
        counts: z.record(z.enum(TEST_STATES), z.number().int()),
      }),
    ),
  details: workspaceProcedure('question.read', { ids: { id: 'answer_test' } })
    .route(rest('GET /answer-tests/{id}', 'Answer tests', 'Read an answer test and its results'))
    .input(one)
    .output(answerTestDetailsSchema),
  create: workspaceProcedure('faq.write', { writes: true })
    .route(rest('POST /answer-tests', 'Answer tests', 'Create an answer test', { successStatus: 201 }))
    .input(answerTestInput)
    .output(answerTestSchema),
  /** Another question makes it a new test: what was answered to the former one is forgotten. */
  update: workspaceProcedure('faq.write', { ...onTest, conditional: true })
    .route(rest('PATCH /answer-tests/{id}', 'Answer tests', 'Change an answer test'))
    .input(one.extend({ test: answerTestInput }))
    .output(answerTestSchema),
  delete: workspaceProcedure('faq.write', { ...onTest, conditional: true })
    .route(rest('DELETE /answer-tests/{id}', 'Answer tests', 'Delete an answer test'))
    .input(one)
    .output(z.object({ deleted: z.literal(true) })),
  /** Runs the test now, even without a change. */
  run: workspaceProcedure('faq.write', onTest)
    .route(rest('POST /answer-tests/{id}/run', 'Answer tests', 'Run an answer test now'))
    .input(one)
    .output(answerTestSchema),
  runAll: workspaceProcedure('faq.write', { writes: true })
    .route(rest('POST /answer-tests/run', 'Answer tests', 'Run all answer tests now'))
    .output(z.object({ waiting: z.number().int() })),
  /** FAQs and sources that an answer may have to rest on, by a part of their title. */
  citable: workspaceProcedure('question.read')
    .route(rest('GET /answer-tests/citable', 'Answer tests', 'List FAQs and sources that a test can require'))
    .input(z.object({ q: plainText().trim().max(200).default('') }))
    .output(z.object({ items: z.array(citedSchema) })),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'answer_tests.changed': object
    'answer_tests.due': object
    /** It passed before, and fails now. */
    'answer_tests.failed': { id: string }
  }
}
