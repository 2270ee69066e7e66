import { z } from 'zod'
import { PAGE_LANGUAGES } from '../../../kernel/languages.ts'
import { plainText } from '../../../kernel/wire.ts'

/** Kinds of messages that ask for no content; `person` and `insult` bring the handoff form. */
export const SMALL_TALK_KINDS = ['greeting', 'thanks', 'goodbye', 'person', 'identity', 'insult', 'nonsense'] as const
export type SmallTalkKind = (typeof SMALL_TALK_KINDS)[number]

export const SMALL_TALK_REPLY_MAX = 500

export const smallTalkReply = plainText()
  .trim()
  .max(SMALL_TALK_REPLY_MAX, { error: `Please enter at most ${SMALL_TALK_REPLY_MAX} characters.` })

/** The owner's own replies; a missing or empty one is the default of its language. */
export const smallTalkRepliesSchema = z.partialRecord(
  z.enum(PAGE_LANGUAGES),
  z.partialRecord(z.enum(SMALL_TALK_KINDS), smallTalkReply),
)
export type SmallTalkReplies = z.output<typeof smallTalkRepliesSchema>
