import { z } from 'zod'
import { formatNumber } from '../../../../kernel/format.ts'
import { optionalText } from '../../../../kernel/wire.ts'
import { ANSWER_MAX, contentInput, EMPTY_CONTENT, FAQ_REQUIRED, type Faq } from '../../contract.ts'
import { pickContent } from '../../domain/faq-content.ts'

/** Form of the create and edit dialogs, with the limits and messages of the contract. */
export const faqFormSchema = contentInput
  .extend({
    answer: optionalText(ANSWER_MAX),
    /** Only the edit dialog shows it. */
    display_order: z
      .string()
      .trim()
      .regex(/^([1-9]\d{0,8})?$/u, { error: 'Please enter a whole number from 1.' }),
  })
  .superRefine(({ question, answer }, refinementContext) => {
    if (answer) return
    // Said once: where both are missing the question carries the sentence.
    const requiredMessage = question ? FAQ_REQUIRED : 'Please enter an answer.'
    refinementContext.addIssue({ code: 'custom', path: ['answer'], message: requiredMessage })
  })

export type FaqFormValues = z.input<typeof faqFormSchema>

export const EMPTY_FAQ: FaqFormValues = { ...EMPTY_CONTENT, display_order: '' }

export const formValuesOf = (faq: Faq): FaqFormValues => ({
  ...pickContent(faq),
  display_order: String(faq.display_order),
})

/** «19,500 / 20,000» once a text comes near its limit. */
export const counter = (countedText: string, maxCharacters: number): string | undefined =>
  countedText.length > maxCharacters * 0.9
    ? `${formatNumber(countedText.length)} / ${formatNumber(maxCharacters)}`
    : undefined
