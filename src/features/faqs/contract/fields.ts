import { z } from 'zod'
import { requiredText } from '../../../kernel/wire.ts'
import { ALTERNATIVES_MAX, CATEGORY_MAX, QUESTION_MAX } from './limits.ts'

export const category = requiredText(CATEGORY_MAX, 'Please choose a category.')
export const alternatives = z
  .array(requiredText(QUESTION_MAX, 'An alternative question is empty.'))
  .max(ALTERNATIVES_MAX, { error: `At most ${ALTERNATIVES_MAX} alternative questions.` })
