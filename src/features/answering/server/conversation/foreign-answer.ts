import type { PageLanguage } from '../../../../kernel/languages.ts'
import { parseMarkup } from '../../../../kernel/markup.ts'
import { detectLanguage, indexedLanguages, LANGUAGES } from '../../../ranking/server/index.ts'
import { readPublished, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { foreignReply } from '../../domain/spoken-replies.ts'
import type { ComposedAnswer } from '../compose.ts'

/** Shorter texts of names only are in no language. */
const MIN_WORDS = 2

/**
 * A refusal that says which languages the content is in, where the question is in another one; null where it is not.
 * @param pageLanguage language of the page
 */
export async function foreignAnswer(
  context: WorkspaceContext,
  refusal: ComposedAnswer,
  question: string,
  pageLanguage: PageLanguage,
): Promise<ComposedAnswer | null> {
  const askedLanguage = detectLanguage(question)
  const isSpaced = /\s/u.test(question.trim())
  if (isSpaced && question.trim().split(/\s+/u).length < MIN_WORDS) return null
  const contentLanguages = await readPublished(context, ({ tx, workspaceId }) => indexedLanguages(tx, workspaceId))
  if (
    contentLanguages.length === 0 ||
    contentLanguages.includes(detectLanguage(question, [...contentLanguages, ...LANGUAGES]))
  )
    return null
  const replyText = foreignReply({ asked: askedLanguage, page: pageLanguage, content: contentLanguages })
  return { ...refusal, text: replyText, blocks: parseMarkup(replyText) }
}
