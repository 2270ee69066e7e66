import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { KnowledgeServices } from './services.ts'

/** Removes files that nothing names any more. */
export const removeFilesJob = (services: Pick<KnowledgeServices, 'storage'>) =>
  defineJob({
    name: 'knowledge.remove-files',
    schema: z.object({ key: z.string().min(1) }),
    retryLimit: 8,
    handler: async ({ key }) => (key.endsWith('/') ? services.storage.deletePrefix(key) : services.storage.delete(key)),
  })
