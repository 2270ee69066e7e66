import { notFound } from '../../../kernel/app-error.ts'
import { listCategories, publishedFaqs } from '../../faqs/server/index.ts'
import { inTransaction, readPublicInfo, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Preview } from '../contract.ts'
import { FRAME_FAQS_MAX } from '../domain/frame.ts'
import type { Language } from '../domain/languages.ts'
import { contentLanguage } from './content-language.ts'
import { frameView } from './frame-views.ts'

/** Stored data for the editor's preview. @throws not_found `workspace` when it was deleted */
export const readPreview = (ctx: WorkspaceContext, language: Language | null, appUrl: string): Promise<Preview> =>
  inTransaction(ctx, async (ctx) => {
    const info = await readPublicInfo(ctx.tx, ctx.workspaceId)
    if (!info) throw notFound('workspace')
    const faqs = await publishedFaqs(ctx, FRAME_FAQS_MAX)
    const source = {
      workspace: info.workspace,
      faqs,
      categories: await listCategories(ctx),
      lang: contentLanguage(faqs),
      domain: info.domain,
      version: '',
      allowedOrigins: [],
    }
    const address = { asked: null, language, limit: FRAME_FAQS_MAX, inPanel: false }
    const { place, texts, categories } = frameView(source, address, appUrl)
    return { subdomain: info.workspace.subdomain, place, texts, faqs, categories }
  })
