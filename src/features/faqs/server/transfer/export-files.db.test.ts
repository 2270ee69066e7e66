import { expect, it } from 'vitest'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'
import { exportPath } from '../../contract.ts'
import { createFaqFiles } from './export-files.ts'

const app = await createTestApp({ BILLING: 'off' })
const mine = await app.tenant('Woven')
const other = await app.tenant('Knitted')
const download = (cookie: string, id: string, query = '') =>
  createFaqFiles({ workspaces: app.core.services, auth: app.core.accounts.auth, appUrl: app.core.config.appUrl })
    .onError((error, context) => context.text((error as { kind?: string }).kind ?? 'unexpected', 500))
    .request(`${exportPath(id, 'csv')}${query}`, { headers: { cookie } })

it('downloads are available to the members of the workspace only', async () => {
  const response = await download(mine.memberCookie, mine.workspaceId)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="faqs-\d{4}-\d\d-\d\d\.csv"$/)
  expect(await response.text()).toMatch(/^\uFEFF?Question,Alternative questions,Answer,Category,Status,Order\r\n./u)
  expect(await (await download('', mine.workspaceId)).text()).toBe('unauthenticated')
  expect(await (await download(other.cookie, mine.workspaceId)).text()).toBe('not_found')
  expect(await (await download(mine.cookie, 'nonsense')).text()).toBe('not_found')
  expect(await (await download(mine.cookie, mine.workspaceId, '?status=nonsense')).text()).toBe('invalid')
})
