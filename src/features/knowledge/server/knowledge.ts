import type { Tx } from '../../../platform/db/index.ts'
import type { JobDefinition, Jobs } from '../../../platform/jobs/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import { operatorContext, type WorkspaceServices } from '../../workspaces/server/index.ts'
import { USER_AGENT } from './crawl/polite-fetch.ts'
import { crawlWebsiteJob, tendSourcesJob } from './crawl-website.job.ts'
import { createParser } from './parsing/parser.ts'
import { findRecognizer } from './parsing/recognizer.ts'
import { readDocumentJob, removeFilesJob } from './read-document.job.ts'
import { createRenderer } from './rendering/renderer.ts'
import { documentFolder, type KnowledgeServices } from './services.ts'
import { insertWebsite } from './websites.ts'

export interface KnowledgeOptions {
  workspaces: WorkspaceServices
  storage: FileStorage
  /** Hosts that may be read although they are private. */
  allowHosts: readonly string[]
  /** A Chromium that draws pages; null where none is configured. */
  chromiumPath: string | null
  /** The queue, once it has been started. */
  jobs: () => Jobs
}

export interface Knowledge {
  services: KnowledgeServices
  jobs: JobDefinition[]
  /** A workspace was created with a website: reading it begins. */
  workspaceCreated(tx: Tx, workspace: { id: string; name: string; websiteUrl: string }): Promise<void>
  /** A workspace is gone: its files follow. */
  workspaceDeleted(tx: Tx, workspaceId: string): Promise<void>
  close(): Promise<void>
}

/** Puts together what reads, keeps and removes knowledge. */
export function createKnowledge(o: KnowledgeOptions): Knowledge {
  const parser = createParser()
  const { allowHosts, chromiumPath } = o
  const renderer =
    chromiumPath === null ? null : createRenderer({ executable: chromiumPath, allowHosts, userAgent: USER_AGENT })
  const services: KnowledgeServices = {
    workspaces: o.workspaces,
    storage: o.storage,
    parser,
    recognizer: findRecognizer(),
    renderer,
    allowHosts,
    queueReading: (tx, document) => o.jobs().send(tx, reading, document, { singletonKey: document.source_id }),
    queueCrawl: (tx, website) => o.jobs().send(tx, crawl, website, { singletonKey: website.website_id }),
    withdraw: async ({ documents = [], websites = [] }) => {
      if (documents.length > 0) await o.jobs().withdraw(reading, documents)
      if (websites.length > 0) await o.jobs().withdraw(crawl, websites)
    },
    queueFileRemoval: (tx, key) => o.jobs().send(tx, removal, { key }, { singletonKey: key }),
  }
  const reading = readDocumentJob(services)
  const removal = removeFilesJob(services)
  const crawl = crawlWebsiteJob(services)
  return {
    services,
    jobs: [reading, removal, crawl, tendSourcesJob(services)],
    workspaceCreated: async (tx, { id, name, websiteUrl }) => {
      const ctx = operatorContext(o.workspaces, tx, id)
      await insertWebsite(services, ctx, { url: websiteUrl, name: `${name} Website`, scope: 'site' })
    },
    workspaceDeleted: (tx, workspaceId) => services.queueFileRemoval(tx, documentFolder(workspaceId)),
    close: async () => {
      await Promise.all([parser.close(), renderer?.close()])
    },
  }
}
