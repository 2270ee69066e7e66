import type { Tx } from '../../../platform/db/index.ts'
import type { JobDefinition, Jobs } from '../../../platform/jobs/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import { operatorContext, type WorkspaceServices } from '../../workspaces/server/index.ts'
import { USER_AGENT } from './crawl/polite-fetch.ts'
import { crawlWebsiteJob } from './crawl-website.job.ts'
import { documentFolder } from './document-folder.ts'
import { createBundledRecognizer } from './parsing/bundled-recognizer.ts'
import { findLanguageData } from './parsing/language-data.ts'
import { createParser } from './parsing/parser.ts'
import { findRecognizer, type Recognizer } from './parsing/recognizer.ts'
import { readDocumentJob } from './read-document.job.ts'
import { removeFilesJob } from './remove-files.job.ts'
import { createRenderer } from './rendering/renderer.ts'
import type { KnowledgeServices } from './services.ts'
import { tendSourcesJob } from './tend-sources.job.ts'
import { insertWebsite } from './websites/websites.ts'

export interface KnowledgeOptions {
  workspaces: WorkspaceServices
  storage: FileStorage
  /** Hosts that may be read although they are private. */
  allowHosts: readonly string[]
  /** A Chromium that draws pages; null where none is configured. */
  chromiumPath: string | null
  /** Languages of scanned pages; without any those of an installed Tesseract, or else English. */
  recognition: { languages: readonly string[]; folder: string }
  /** The queue, once it has been started. */
  jobs: () => Jobs
}

export interface Knowledge {
  services: KnowledgeServices
  jobs: JobDefinition[]
  /** A workspace was created with a website: reading it begins. */
  workspaceCreated(transaction: Tx, workspace: { id: string; name: string; websiteUrl: string }): Promise<void>
  /** A workspace is gone: its files follow. */
  workspaceDeleted(transaction: Tx, workspaceId: string): Promise<void>
  close(): Promise<void>
}

/** Prefers an installed Tesseract, which is faster, where it has all languages that are wanted. */
async function findAnyRecognizer({ languages, folder }: KnowledgeOptions['recognition']): Promise<Recognizer | null> {
  const installedRecognizer = await findRecognizer(languages)
  const { found } = findLanguageData(languages.length > 0 ? languages : ['eng'], folder)
  return installedRecognizer ?? (found.length > 0 ? createBundledRecognizer(found) : null)
}

/** Looks for a recognizer when it is first needed: starting a process takes a tenth of a second of the server's start. */
function chooseRecognizer(options: KnowledgeOptions['recognition']): () => Promise<Recognizer | null> {
  let recognizer: Promise<Recognizer | null> | undefined
  return () => {
    recognizer ??= findAnyRecognizer(options)
    return recognizer
  }
}

/** Puts together what reads, keeps and removes knowledge. */
export function createKnowledge(options: KnowledgeOptions): Knowledge {
  const parser = createParser()
  const { allowHosts, chromiumPath } = options
  const renderer =
    chromiumPath === null ? null : createRenderer({ executable: chromiumPath, allowHosts, userAgent: USER_AGENT })
  const services: KnowledgeServices = {
    workspaces: options.workspaces,
    storage: options.storage,
    parser,
    recognizer: chooseRecognizer(options.recognition),
    recognitionLanguages: options.recognition.languages,
    renderer,
    allowHosts,
    queueReading: (transaction, document) =>
      options.jobs().send(transaction, readingJob, document, { singletonKey: document.source_id }),
    queueCrawl: (transaction, workspace) =>
      options.jobs().send(transaction, crawlJob, workspace, { singletonKey: workspace.workspace_id }),
    withdraw: (documentIds) => options.jobs().withdraw(readingJob, documentIds),
    queueFileRemoval: (transaction, storageKey) =>
      options.jobs().send(transaction, removalJob, { key: storageKey }, { singletonKey: storageKey }),
  }
  const readingJob = readDocumentJob(services)
  const removalJob = removeFilesJob(services)
  const crawlJob = crawlWebsiteJob(services)
  return {
    services,
    jobs: [readingJob, removalJob, crawlJob, tendSourcesJob(services)],
    workspaceCreated: async (transaction, { id, name, websiteUrl }) => {
      const workspaceContext = operatorContext(options.workspaces, transaction, id)
      await insertWebsite(services, workspaceContext, { url: websiteUrl, name: `${name} Website`, scope: 'site' })
    },
    workspaceDeleted: (transaction, workspaceId) => services.queueFileRemoval(transaction, documentFolder(workspaceId)),
    close: async () => {
      await Promise.all([parser.close(), renderer?.close()])
    },
  }
}
