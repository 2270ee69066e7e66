import { expect, it } from 'vitest'
import { createTestApp } from '../../tests/support/app/test-app.ts'
import { FRAME_FAQS_MAX } from '../features/visitors/server/index.ts'
import { loadFrame } from './widget-frames.ts'

it('a frame contains the first 100 published FAQs, in order', async () => {
  const app = await createTestApp({ BILLING: 'off' })
  const { cookie, workspaceId } = await app.tenant('Many')
  await app.rows(`delete from faqs where workspace_id = '${workspaceId}'`)
  const items = Array.from({ length: 104 }, (_, n) => ({
    question: `What is number ${n}?`,
    answer: `It is ${n}.`,
    status: n === 0 ? 'draft' : 'published',
  }))
  expect(await app.rpc('faqs/import', { items }, { cookie, workspaceId })).toMatchObject({ status: 200 })
  const frame = await loadFrame(app.core.services, { workspace_id: workspaceId })
  expect(FRAME_FAQS_MAX).toBe(100)
  expect(frame?.faqs.map(({ question }) => question)).toEqual(items.slice(1, 101).map(({ question }) => question))
})
