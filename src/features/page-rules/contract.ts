import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, optionalText, plainText } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const RULES_MAX = 50
const RULE_PATTERNS_MAX = 20
export const SUGGESTIONS_MAX = 6
export const PROMPT_MAX = 140
export const DELAY_SECONDS_MAX = 600
/** Prompts that one visitor sees in a day, from all rules; a visit has at most one. */
export const PROMPTS_PER_DAY_MAX = 5

/** `delay`: after a number of seconds on the page. `exit`: when the pointer leaves through the top of the window. */
export const PROMPT_TRIGGERS = ['off', 'delay', 'exit'] as const

/** As for the pages of a website: the beginning of a path, with `*` for any text and `$` for the end. */
const patterns = z
  .array(plainText().trim().min(1).max(500, { error: 'A pattern has at most 500 characters.' }))
  .max(RULE_PATTERNS_MAX, { error: `At most ${RULE_PATTERNS_MAX} patterns.` })

const ruleFields = {
  include: patterns.min(1, { error: 'Please enter at least one page.' }),
  exclude: patterns.default([]),
  prompt_text: optionalText(PROMPT_MAX).default(''),
  prompt_trigger: z.enum(PROMPT_TRIGGERS).default('off'),
  delay_seconds: z.number().int().min(1).max(DELAY_SECONDS_MAX).default(30),
  is_enabled: z.boolean().default(true),
}

/** A FAQ by its id, or else a question of its own. */
const suggestionInput = z
  .object({ faq_id: idSchema.nullable().default(null), question: optionalText(500).default('') })
  .refine(({ faq_id, question }) => faq_id !== null || question !== '', { error: 'Please enter a question.' })

export const pageRuleInput = z
  .object({
    ...ruleFields,
    suggestions: z
      .array(suggestionInput)
      .max(SUGGESTIONS_MAX, { error: `At most ${SUGGESTIONS_MAX} suggestions.` })
      .default([]),
  })
  .refine(({ prompt_text: text, prompt_trigger: trigger }) => trigger === 'off' || text !== '', {
    path: ['prompt_text'],
    error: 'Please enter the text of the prompt.',
  })
export type PageRuleInput = z.output<typeof pageRuleInput>

const pageRuleSchema = z.object({
  ...ruleFields,
  /** `is_shown`: false for a FAQ that is not published. */
  suggestions: z.array(z.object({ faq_id: idSchema.nullable(), question: z.string(), is_shown: z.boolean() })),
})
export type PageRule = z.output<typeof pageRuleSchema>

export const pageRulesSchema = z.object({
  /** The first enabled rule that matches a page applies to it. */
  rules: z.array(pageRuleSchema),
  prompts_per_day: z.number().int(),
  /** Grows with each change. */
  version: z.number().int(),
})
export type PageRules = z.output<typeof pageRulesSchema>

export const savePageRulesInput = z.object({
  rules: z.array(pageRuleInput).max(RULES_MAX, { error: `At most ${RULES_MAX} rules.` }),
  prompts_per_day: z.number().int().min(1).max(PROMPTS_PER_DAY_MAX).default(1),
  /** The version that was edited; a newer one is not overwritten. Without it everything is. */
  version: z.number().int().min(0).optional(),
})
export type SavePageRules = z.output<typeof savePageRulesInput>

/** An enabled rule as host pages get it. */
export interface ShownPageRule {
  include: readonly string[]
  exclude: readonly string[]
  suggestions: readonly string[]
  /** Seconds for `delay`. Null when the rule has no prompt. */
  prompt: { text: string; trigger: 'delay' | 'exit'; seconds: number } | null
}

export interface ShownPageRules {
  rules: readonly ShownPageRule[]
  promptsPerDay: number
}

export const pageRulesContract = {
  get: workspaceProcedure('workspace.read')
    .route(rest('GET /page-rules', 'Widget', 'Read the rules for pages'))
    .output(pageRulesSchema),
  save: workspaceProcedure('widget.write', { writes: true, conditional: true })
    .route(rest('PUT /page-rules', 'Widget', 'Replace the rules for pages'))
    .input(savePageRulesInput)
    .output(pageRulesSchema),
}
