import { expect, it } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant } from '../../../../tests/support/content/knowledge-tenant.ts'
import { type Scan, scannedPdf } from '../../../../tests/support/files/pdf-file.ts'
import type { Source } from '../contract.ts'
import { readDocumentJob } from './read-document.job.ts'

const [width, height] = [400, 600]
const scan: Scan = { width, height, bits: 8, pixels: new Uint8Array(width * height) }

it('the list of sources shows the page of a scan that is being read', async () => {
  const app = await createTestApp({ BILLING: 'off' })
  const { call, owner } = await knowledgeTenant(app)
  const file = new File([new Uint8Array(scannedPdf([scan, scan, scan]))], 'scan.pdf')
  const { id } = await call<Source>('uploadDocument', { file })
  const state = () => call<{ source: Source }>('readSource', { id })
  const shown: (string | null)[] = []
  const recognizer = {
    languages: ['eng'],
    read: async () => {
      shown.push((await state()).source.reason)
      return 'Recognized.'
    },
  }
  const job = readDocumentJob({ ...app.core.knowledge.services, recognizer: Promise.resolve(recognizer) })
  const input = { workspace_id: owner.workspaceId, source_id: id }
  await job.handler(input, { signal: new AbortController().signal, final: true } as Parameters<typeof job.handler>[1])
  expect(shown).toEqual([1, 2, 3].map((page) => `Recognizing the text of page ${page} of 3.`))
  expect((await state()).source).toMatchObject({
    state: 'ready',
    reason: 'The text of 3 pages was recognized in images and may contain mistakes.',
  })
})
