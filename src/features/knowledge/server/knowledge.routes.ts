import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { knowledgeContract } from '../contract.ts'
import { contentStats, deleteContent, listContent } from './content.ts'
import { previewWebsite } from './crawl/preview-website.ts'
import { createTexts } from './create-texts.ts'
import type { KnowledgeServices } from './services.ts'
import { deleteSource, listSources, readSource, retrySource } from './sources.ts'
import { updateSource } from './update-source.ts'
import { uploadDocument } from './upload-document.ts'
import { getWebsite } from './websites/website-rows.ts'
import { pauseCrawl, resumeCrawl, stopCrawl } from './websites/website-runs.ts'
import { updateWebsite } from './websites/website-settings.ts'
import {
  addWebsite,
  deleteWebsite,
  listWebsites,
  syncAllWebsites,
  syncWebsite,
  websiteAddresses,
  websiteRunsOf,
} from './websites/websites.ts'

export function createKnowledgeRoutes(services: KnowledgeServices, { inWorkspace }: Guards) {
  const procedures = implement(knowledgeContract).$context<RequestContext>().use(inWorkspace)
  return procedures.router({
    sources: procedures.sources.handler(({ context, input }) => listSources(context.workspace, input)),
    readSource: procedures.readSource.handler(({ context, input }) => readSource(context.workspace, input.id)),
    createTexts: procedures.createTexts.handler(async ({ context, input }) => ({
      ids: await createTexts(context.workspace, input.items),
    })),
    uploadDocument: procedures.uploadDocument.handler(({ context, input }) =>
      uploadDocument(services, context.workspace, input.file),
    ),
    retrySource: procedures.retrySource.handler(({ context, input }) =>
      retrySource(services, context.workspace, input),
    ),
    updateSource: procedures.updateSource.handler(({ context, input: { id, ...change } }) =>
      updateSource(context.workspace, id, change),
    ),
    deleteSource: procedures.deleteSource.handler(async ({ context, input }) => {
      await deleteSource(services, context.workspace, input.id)
      return { deleted: true as const }
    }),
    websites: {
      list: procedures.websites.list.handler(({ context }) => listWebsites(context.workspace)),
      add: procedures.websites.add.handler(({ context, input }) => addWebsite(services, context.workspace, input)),
      preview: procedures.websites.preview.handler(({ context, input }) =>
        previewWebsite(services, context.workspace, input.url),
      ),
      get: procedures.websites.get.handler(({ context, input }) => getWebsite(context.workspace, input.id)),
      update: procedures.websites.update.handler(({ context, input: { id, ...change } }) =>
        updateWebsite(services, context.workspace, id, change),
      ),
      sync: procedures.websites.sync.handler(({ context, input }) =>
        syncWebsite(services, context.workspace, input.id),
      ),
      pause: procedures.websites.pause.handler(({ context, input }) => pauseCrawl(context.workspace, input.id)),
      resume: procedures.websites.resume.handler(({ context, input }) =>
        resumeCrawl(services, context.workspace, input.id),
      ),
      stop: procedures.websites.stop.handler(({ context, input }) => stopCrawl(context.workspace, input.id)),
      addresses: procedures.websites.addresses.handler(({ context, input }) =>
        websiteAddresses(context.workspace, input.id),
      ),
      syncAll: procedures.websites.syncAll.handler(async ({ context }) => ({
        websites: await syncAllWebsites(services, context.workspace),
      })),
      runs: procedures.websites.runs.handler(({ context, input }) => websiteRunsOf(context.workspace, input.id)),
      delete: procedures.websites.delete.handler(async ({ context, input }) => {
        await deleteWebsite(context.workspace, input.id)
        return { deleted: true as const }
      }),
    },
    content: {
      list: procedures.content.list.handler(({ context, input }) => listContent(context.workspace, input)),
      stats: procedures.content.stats.handler(({ context }) => contentStats(context.workspace)),
      delete: procedures.content.delete.handler(async ({ context, input }) => ({
        deleted: await deleteContent(services, context.workspace, input.ids),
      })),
    },
  })
}
