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
export const readPreview = (context: WorkspaceContext, language: Language | null, appUrl: string): Promise<Preview> =>
  inTransaction(context, async (transaction) => {
    const info = await readPublicInfo(transaction.tx, transaction.workspaceId)
    if (!info) throw notFound('workspace')
    const faqs = await publishedFaqs(transaction, FRAME_FAQS_MAX)
    const source = {
      workspace: info.workspace,
      faqs,
      sources: [],
      categories: await listCategories(transaction),
      lang: contentLanguage(faqs),
      domain: info.domain,
      version: '',
      allowedOrigins: [],
    }
    const address = { asked: null, language, limit: FRAME_FAQS_MAX, inPanel: false }
    const { place, texts, categories } = frameView(source, address, appUrl)
    const collections = collectionsPart(source)
    return { subdomain: info.workspace.subdomain, place, texts, faqs, categories, collections }
  })
