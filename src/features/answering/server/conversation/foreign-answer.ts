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
 * @param page language of the page
 */
export async function foreignAnswer(
  context: WorkspaceContext,
  refusal: ComposedAnswer,
  question: string,
  page: PageLanguage,
): Promise<ComposedAnswer | null> {
  const asked = detectLanguage(question)
  const isSpaced = /\s/u.test(question.trim())
  if (isSpaced && question.trim().split(/\s+/u).length < MIN_WORDS) return null
  const content = await readPublished(context, ({ tx, workspaceId }) => indexedLanguages(tx, workspaceId))
  if (content.length === 0 || content.includes(detectLanguage(question, [...content, ...LANGUAGES]))) return null
  const text = foreignReply({ asked, page, content })
  return { ...refusal, text, blocks: parseMarkup(text) }
}
