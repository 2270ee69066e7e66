// A documentation site of real projects, a hundred pages and more, is looked at, read in part, and answers visitors; the
// one page that only a browser can draw is drawn.
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { findBrowser } from '../support/browser/browser-binary.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { markdownPages } from '../support/websites/markdown-site.ts'
import { startWebSite, type WebSite } from '../support/websites/web-site.ts'

const packageFolder = (name: string) => path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

/** The document contains no text until its script has fetched it. */
const DRAWN = {
  '/undici/live': '<!doctype html><title>Live</title><div id="root"></div><script src="/undici/live.js"></script>',
  '/undici/live.js': {
    headers: { 'content-type': 'text/javascript' },
    body: `fetch('/undici/live.json').then((answer) => answer.json()).then(({ title, text }) => {
      document.title = title
      document.getElementById('root').innerHTML = '<main><h1>' + title + '</h1><p>' + text + '</p></main>'
    })`,
  },
  '/undici/live.json': {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      title: 'Maintenance windows',
      text: 'The documentation mirror is taken down for maintenance on the first Sunday of each quarter, before dawn.',
    }),
  },
}

const test = base.extend<object, { site: WebSite }>({
  site: [
    async ({ database: _any }, use) => {
      const pages = {
        ...markdownPages(path.join(packageFolder('undici'), 'docs', 'docs'), '/undici/'),
        ...markdownPages(path.join(packageFolder('react-router'), 'docs'), '/router/'),
      }
      const named = [...Object.keys(pages), '/undici/live'].map((at) => `<url><loc>{url}${at}</loc></url>`)
      const site = await startWebSite({
        ...pages,
        ...DRAWN,
        '/': '<title>Documentation</title><h1>Documentation</h1><a href="/undici/index">Undici</a>',
        '/sitemap.xml': `<urlset>${named.join('')}</urlset>`,
      })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ site }, use) => use({ OUTBOUND_ALLOW_HOSTS: site.host, CHROMIUM_PATH: findBrowser() ?? '' }),
    { scope: 'worker' },
  ],
})

const says = (page: Page, message: string | RegExp) => expect(page.getByText(message).first()).toBeVisible()
const menuOf = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('a large website is previewed, read in part, and answers questions', async ({ page, site }) => {
  test.setTimeout(400_000)
  const { workspace } = await signUpWithWorkspace(page)
  const websites = page.getByRole('region', { name: 'Websites' })
  const sources = page.getByRole('table', { name: 'Sources' })

  /** Asks on the public page; the link of the source that the answer rests on, null where there is none. */
  const ask = async (question: string) => {
    const answer = await page.request.post('/api/public/ask', { data: { workspace_id: workspace.id, question } })
    const { outcome, sources } = (await answer.json()) as { outcome: string; sources: { url: string | null }[] }
    return { outcome, url: sources[0]?.url ?? null }
  }

  await test.step('the preview shows the pages, and a part is chosen', async () => {
    await page.goto('/knowledge')
    await page.getByRole('button', { name: /^Web / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Website URL').fill(site.url)
    await dialog.getByRole('button', { name: 'Add website' }).click()
    await expect(dialog.getByRole('heading', { name: new RegExp(`^${site.host} has \\d{3} pages$`) })).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Read' }).getByRole('listitem')).toHaveCount(6)
    await dialog.getByRole('combobox', { name: 'What to read' }).click()
    await expect(page.getByRole('option', { name: /^The whole website: \d{3} pages$/ })).toBeVisible()
    await page.getByRole('option', { name: /^\/undici\/ \d+ pages$/ }).click()
    await dialog.getByLabel('Maximum pages').fill('many')
    await dialog.getByRole('button', { name: 'Read these pages' }).click()
    await expect(dialog.getByText(/^Please enter a number from 1 to/)).toBeVisible()
    await dialog.getByLabel('Maximum pages').fill('60')
    await checkScreen(page, 'the choice of a part', async () => {
      await expect(dialog.getByLabel('Maximum pages')).toHaveValue('60')
    })
    await dialog.getByRole('button', { name: 'Read these pages' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Website scraped successfully.')).toBeVisible({ timeout: 240_000 })
  })

  await test.step('its pages answer, including one drawn by scripts', async () => {
    for (const [question, at] of [
      ['How do I set mock responses with MockAgent?', '/undici/api/Mock'],
      ['How does RetryAgent retry failed requests?', '/undici/api/Retry'],
      ['When is the documentation mirror taken down for maintenance?', '/undici/live'],
    ] as const)
      expect((await ask(question)).url, question).toContain(`${site.url}${at}`)
    await page.goto(`/faq/${workspace.subdomain}`)
    await page.getByRole('searchbox').fill('When is the documentation mirror taken down for maintenance?')
    await page.keyboard.press('Enter')
    const answer = page.getByRole('region', { name: 'Answer' })
    await expect(answer.getByText('on the first Sunday of each quarter')).toBeVisible()
    await expect(answer.getByRole('link', { name: /Maintenance windows/ })).toHaveAttribute(
      'href',
      new RegExp(`^${site.url}/undici/live#:~:text=`),
    )
  })

  await test.step("the page's answers and the result of the crawl are shown", async () => {
    await page.goto('/knowledge')
    const row = sources.getByRole('row').filter({ hasText: 'Maintenance windows' })
    await expect(row).toContainText('Ready')
    await menuOf(page, 'Maintenance windows', 'Questions it helped answer')
    const helped = page.getByRole('dialog', { name: 'Questions it helped answer' })
    await expect(helped.getByRole('listitem').first()).toContainText('When is the documentation mirror taken down')
    await page.keyboard.press('Escape')
    await menuOf(page, site.host, 'History')
    const history = page.getByRole('dialog', { name: 'History' })
    for (const column of ['New', 'Changed', 'Unchanged', 'Removed', 'Not read', 'Failed'])
      await expect(history.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
    await expect(history.getByRole('row')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(history).toBeHidden()
  })

  await test.step('the settings for further crawls are changed', async () => {
    await menuOf(page, site.host, 'Settings')
    const settings = page.getByRole('dialog', { name: 'Website settings' })
    await settings.getByLabel('Name').fill('Documentation')
    for (const [field, choice] of [
      ['Read again', 'Every week'],
      ['Priority', 'High: preferred over others'],
      ['Visitors can see', 'Quote only: answers show its title and quote it'],
    ] as const) {
      await settings.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: choice }).click()
    }
    await settings.getByRole('button', { name: 'Save Changes' }).click()
    await says(page, 'Settings saved')
    await expect(websites).toContainText('high priority · quote only')
    await expect(websites).toContainText('again in 7 days')
    const { outcome, url } = await ask('When is the documentation mirror taken down for maintenance?')
    expect([outcome, url]).toEqual(['answered', null])
  })
})
