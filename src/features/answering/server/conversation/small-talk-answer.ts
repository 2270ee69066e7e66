import { markupToHtml, parseMarkup } from '../../../../kernel/markup.ts'
import {
  DEFAULT_REPLIES,
  readPublished,
  smallTalkRepliesOf,
  type WorkspaceContext,
} from '../../../workspaces/server/index.ts'
import type { SmallTalk } from '../../domain/small-talk.ts'
import type { Answer } from '../record.ts'

/** The reply to a message that asks for no content: the owner's, else the default of its language. */
export async function smallTalkAnswer(context: WorkspaceContext, { kind, language }: SmallTalk): Promise<Answer> {
  const ownReplies = await readPublished(context, ({ tx, workspaceId }) => smallTalkRepliesOf(tx, workspaceId))
  const replyText = ownReplies[language]?.[kind] || DEFAULT_REPLIES[language][kind]
  const replyBlocks = parseMarkup(replyText)
  return {
    output: {
      answer: replyText,
      answer_html: markupToHtml(replyBlocks),
      blocks: replyBlocks,
      outcome: 'answered',
      sources: [],
      related_questions: [],
      small_talk: kind,
    },
    probability: null,
    reasons: null,
    cited: [],
    found: [],
    isRepeatable: true,
  }
}
