import { notFound } from '../../../kernel/app-error.ts'
import { listCategories, publishedFaqs } from '../../faqs/server/index.ts'
import { inTransaction, readPublicInfo, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Preview } from '../contract.ts'
import { FRAME_FAQS_MAX } from '../domain/frame.ts'
import type { Language } from '../domain/languages.ts'
import { collectionsPart } from './collections.ts'
import { contentLanguage } from './content-language.ts'
import { frameView } from './widget/frame-views.ts'

/** Stored data for the editor's preview. @throws not_found `workspace` when it was deleted */
export const readPreview = (
  workspaceContext: WorkspaceContext,
  language: Language | null,
  appUrl: string,
): Promise<Preview> =>
  inTransaction(workspaceContext, async (transaction) => {
    const publicInfo = await readPublicInfo(transaction.tx, transaction.workspaceId)
    if (!publicInfo) throw notFound('workspace')
    const previewFaqs = await publishedFaqs(transaction, FRAME_FAQS_MAX)
    const frameSource = {
      workspace: publicInfo.workspace,
      faqs: previewFaqs,
      sources: [],
      categories: await listCategories(transaction),
      lang: contentLanguage(previewFaqs),
      domain: publicInfo.domain,
      version: '',
      allowedOrigins: [],
    }
    const frameAddress = { asked: null, language, limit: FRAME_FAQS_MAX, inPanel: false }
    const { place, texts, categories } = frameView(frameSource, frameAddress, appUrl)
    const collections = collectionsPart(frameSource)
    return { subdomain: publicInfo.workspace.subdomain, place, texts, faqs: previewFaqs, categories, collections }
  })
