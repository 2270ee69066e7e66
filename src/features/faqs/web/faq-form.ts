import { z } from 'zod'
import { optionalText, requiredText } from '../../../kernel/wire.ts'
import {
  ANSWER_MAX,
  CATEGORY_MAX,
  createFaqInput,
  DEFAULT_CATEGORY,
  FAQ_REQUIRED,
  FAQ_STATUSES,
  type Faq,
  QUESTION_MAX,
} from '../contract.ts'

/** Form of the create and edit dialogs, with the limits and messages of the contract. */
export const faqFormSchema = z
  .object({
    question: requiredText(QUESTION_MAX, FAQ_REQUIRED),
    answer: optionalText(ANSWER_MAX),
    category: requiredText(CATEGORY_MAX, 'Please choose a category.'),
    status: z.enum(FAQ_STATUSES),
    alternative_questions: createFaqInput.shape.alternative_questions.unwrap(),
    /** Only the edit dialog shows it. */
    display_order: z
      .string()
      .trim()
      .regex(/^([1-9]\d{0,8})?$/u, { error: 'Please enter a whole number from 1.' }),
  })
  .superRefine(({ question, answer }, context) => {
    if (answer) return
    // Said once: where both are missing the question carries the sentence.
    const message = question ? FAQ_REQUIRED : 'Please enter an answer.'
    context.addIssue({ code: 'custom', path: ['answer'], message })
  })

export type FaqFormValues = z.input<typeof faqFormSchema>

export const EMPTY_FAQ: FaqFormValues = {
  question: '',
  answer: '',
  category: DEFAULT_CATEGORY,
  status: 'draft',
  alternative_questions: [],
  display_order: '',
}

export const formValuesOf = (faq: Faq): FaqFormValues => ({
  question: faq.question,
  answer: faq.answer,
  category: faq.category,
  status: faq.status,
  alternative_questions: faq.alternative_questions,
  display_order: String(faq.display_order),
})

/** «19,500 / 20,000» once a text comes near its limit. */
export const counter = (text: string, max: number): string | undefined =>
  text.length > max * 0.9 ? `${text.length.toLocaleString('en')} / ${max.toLocaleString('en')}` : undefined
