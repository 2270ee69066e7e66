import { z } from 'zod'
import { defineJob } from '../../../../platform/jobs/index.ts'
import { removeUnusedImages } from './remove-unused-images.ts'

/** Once a day. */
export const removeUnusedImagesJob = (services: Parameters<typeof removeUnusedImages>[0]) =>
  defineJob({
    name: 'faqs.remove-unused-images',
    schema: z.object({}),
    cron: '50 3 * * *',
    handler: (_, { signal }) => removeUnusedImages(services, new Date(), signal),
  })
