import { expect, it } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant } from '../../../../tests/support/content/knowledge-tenant.ts'
import { type Scan, scannedPdf } from '../../../../tests/support/files/pdf-file.ts'
import type { Source } from '../contract.ts'
import type { FileReaders } from './parsing/read-file.ts'
import { readDocumentJob } from './read-document.job.ts'

const [width, height] = [400, 600]
const scan: Scan = { width, height, bits: 8, pixels: new Uint8Array(width * height) }

/** Uploads a scan, and reads it with these parts of the services. */
async function readScan(readers: (state: () => Promise<{ source: Source }>) => Partial<FileReaders>) {
  const app = await createTestApp({ BILLING: 'off' })
  const { call, owner } = await knowledgeTenant(app)
  const file = new File([new Uint8Array(scannedPdf([scan, scan, scan]))], 'scan.pdf')
  const { id } = await call<Source>('uploadDocument', { file })
  const state = () => call<{ source: Source }>('readSource', { id })
  const job = readDocumentJob({ ...app.core.knowledge.services, ...readers(state) })
  const input = { workspace_id: owner.workspaceId, source_id: id }
  await job.handler(input, { signal: new AbortController().signal, final: true } as Parameters<typeof job.handler>[1])
  return (await state()).source
}

it('the list of sources shows the page of a scan that is being read', async () => {
  const shown: (string | null)[] = []
  const source = await readScan((state) => ({
    recognizer: async () => ({
      languages: ['eng'],
      read: async () => {
        shown.push((await state()).source.reason)
        return 'Recognized.'
      },
    }),
  }))
  expect(shown).toEqual([1, 2, 3].map((page) => `Recognizing the text of page ${page} of 3.`))
  expect(source).toMatchObject({
    state: 'ready',
    reason: 'The text of 3 pages was recognized in images and may contain mistakes.',
  })
})

it('the list of sources names the languages of scans whose data is missing', async () => {
  const recognizer = async () => ({ languages: ['eng'], read: async () => 'Recognized.' })
  const recognitionLanguages = ['eng', 'deu', 'chi_sim']
  const missing =
    'is not recognized in images, because its data is not installed on this server: npm install @tesseract.js-data/'
  expect(await readScan(() => ({ recognizer, recognitionLanguages }))).toMatchObject({
    state: 'ready',
    reason: `The text of 3 pages was recognized in images and may contain mistakes. Text in German and chi_sim ${missing}deu @tesseract.js-data/chi_sim`,
  })
  expect(await readScan(() => ({ recognizer: async () => null, recognitionLanguages: ['deu'] }))).toMatchObject({
    state: 'failed',
    reason: `No text was found: the pages are scanned images. Upload a version with text. Text in German ${missing}deu`,
  })
})
