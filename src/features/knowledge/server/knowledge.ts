import type { Tx } from '../../../platform/db/index.ts'
import type { JobDefinition, Jobs } from '../../../platform/jobs/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import type { WorkspaceServices } from '../../workspaces/server/index.ts'
import { createParser } from './parsing/parser.ts'
import { readDocumentJob, removeFilesJob } from './read-document.job.ts'
import { documentFolder, type KnowledgeServices } from './services.ts'

export interface KnowledgeOptions {
  workspaces: WorkspaceServices
  storage: FileStorage
  /** The queue, once it has been started. */
  jobs: () => Jobs
}

export interface Knowledge {
  services: KnowledgeServices
  jobs: JobDefinition[]
  /** A workspace is gone: its files follow. */
  workspaceDeleted(tx: Tx, workspaceId: string): Promise<void>
  close(): Promise<void>
}

/** Puts together what reads, keeps and removes knowledge. */
export function createKnowledge(o: KnowledgeOptions): Knowledge {
  const parser = createParser()
  const services: KnowledgeServices = {
    workspaces: o.workspaces,
    storage: o.storage,
    parser,
    queueReading: (tx, document) => o.jobs().send(tx, reading, document, { singletonKey: document.source_id }),
    queueFileRemoval: (tx, key) => o.jobs().send(tx, removal, { key }, { singletonKey: key }),
  }
  const reading = readDocumentJob(services)
  const removal = removeFilesJob(services)
  return {
    services,
    jobs: [reading, removal],
    workspaceDeleted: (tx, workspaceId) => services.queueFileRemoval(tx, documentFolder(workspaceId)),
    close: () => parser.close(),
  }
}
