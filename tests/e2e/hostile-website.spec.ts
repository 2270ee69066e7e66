// A website that misleads a crawl, on the screens of its owner: pause, resume and stop, patterns with their preview, and
// pages that wait. `hostile-website.db.test.ts` covers what a sync keeps and removes.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { sitePage, startWebSite, type WebSite } from '../support/websites/web-site.ts'

const words = (about: string) => `Everything about ${about} is written down here, in words of its own.`
const PAGES = 40

interface SlowSite extends WebSite {
  /** Lets pages be answered from now on. */
  release(): void
}

const test = base.extend<object, { site: SlowSite }>({
  site: [
    async ({ database: _any }, use) => {
      const released = Promise.withResolvers<void>()
      const paths = Array.from({ length: PAGES }, (_, index) => `/${index % 2 ? 'docs' : 'blog'}/text-${index}-x`)
      const page = (path: string) => ({ body: sitePage({ title: path, text: words(path) }), after: released.promise })
      const site = await startWebSite({
        '/': sitePage({ title: 'Start', text: words('the beginning'), links: [...paths, '/drawn', '/login'] }),
        ...Object.fromEntries(paths.map((path) => [path, page(path)])),
        '/drawn': '<title>App</title><div id="root"></div><script src="/app.js"></script>',
        '/login': '<title>Members</title><main><h1>Members</h1><form><input type="password"></form></main>',
      })
      await use({ ...site, release: released.resolve })
      await site.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ site }, use) => use({ OUTBOUND_ALLOW_HOSTS: site.host }), { scope: 'worker' }],
})

const choose = async (page: Page, host: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${host}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('a crawl is paused, resumed and stopped, and patterns select the pages', async ({ page, site }) => {
  test.setTimeout(300_000)
  await signUpWithWorkspace(page)
  const row = page.getByRole('region', { name: 'Websites' }).getByRole('listitem').filter({ hasText: site.host })

  await test.step('the keyboard controls the crawl of a slow website', async () => {
    await page.goto('/knowledge')
    await page.getByRole('button', { name: /^Web / }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Website URL' })
    await dialog.getByLabel('Website URL').fill(site.url)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden({ timeout: 60_000 })
    await expect(row).toContainText(/\d+ of \d+ addresses checked|Looking for pages/)
    await page.getByRole('button', { name: `Actions for ${site.host}` }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Pause' })).toBeVisible()
    await page.keyboard.type('Pau')
    await page.keyboard.press('Enter')
    await expect(row).toContainText('Paused')
    await choose(page, site.host, 'Resume')
    await expect(row).not.toContainText('Paused')
    await choose(page, site.host, 'Stop')
    await expect(row).toContainText('Stopped')
    site.release()
  })

  await test.step('waiting pages are reported', async () => {
    await choose(page, site.host, 'Read again now')
    await expect(row).toContainText('Ready', { timeout: 120_000 })
    await expect(row).toContainText('1 page needs JavaScript and waits for a browser on the server.')
    await expect(row).toContainText('npm run browser:install')
  })

  await test.step('patterns have a live preview', async () => {
    await choose(page, site.host, 'Settings')
    const dialog = page.getByRole('dialog', { name: 'Website settings' })
    await expect(dialog.getByRole('status')).toHaveText('43 of 43 known addresses match')
    await dialog.getByLabel(/^Read only these addresses/).fill('/docs/\n/blog/')
    await expect(dialog.getByRole('status')).toHaveText('40 of 43 known addresses match')
    await dialog.getByLabel(/^Leave these addresses out/).fill('/blog/')
    await expect(dialog.getByRole('status')).toHaveText('20 of 43 known addresses match')
    await expect(dialog.getByRole('list', { name: 'Read' }).getByRole('listitem')).toHaveCount(6)
    await expect(dialog.getByRole('list', { name: 'Left out' })).toContainText('/blog/text-0-x')
    await dialog.getByLabel(/^Leave these addresses out/).fill('/')
    await expect(dialog).toContainText('Nothing would be read with these patterns.')
    await checkScreen(page, 'the patterns', async () => {
      await expect(dialog.getByRole('status')).toHaveText('0 of 43 known addresses match')
    })
    await dialog.getByLabel(/^Leave these addresses out/).fill('/blog/')
    await dialog.getByLabel('Maximum pages').fill('15')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('15 pages', { timeout: 120_000 })
    await expect(row).toContainText('5 pages over the limit wait to be read.')
    await checkScreen(page, 'a website with pages that wait', async () => {
      await expect(row).toContainText('5 pages over the limit')
    })
  })
})
