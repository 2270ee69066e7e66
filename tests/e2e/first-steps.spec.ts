// From the landing page to the first good answer, and to the widget on a website: the way of a new owner.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test as journey } from '../support/browser/browser.ts'
import { sitePage, startWebSite, type WebSite } from '../support/websites/web-site.ts'

const HELP = `<!doctype html><html lang="en"><head><title>Help</title></head><body><main><h1>Help</h1>
<h2>How long does delivery take?</h2><p>Delivery takes three working days within Norway, and eight elsewhere.</p>
<h2>Can I return a blanket?</h2><p>You can return a blanket within 60 days, unless it was made to your measurements.</p>
</main></body></html>`
const test = journey.extend<object, { site: WebSite; serverEnv: Record<string, string> }>({
  site: [
    async ({ database: _any }, use) => {
      const site = await startWebSite({
        '/': sitePage({ title: 'Start', text: 'Woven goods from small workshops, made to order.', links: ['/help'] }),
        '/help': HELP,
      })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ site }, use) => use({ OUTBOUND_ALLOW_HOSTS: site.host }), { scope: 'worker' }],
})

const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const done = (page: Page, name: string) => step(page, name).getByRole('img', { name: 'Done:' })

async function signUpFromLandingPage(page: Page, email: string) {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Get Started Free' }).click()
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Weaver')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('woven-thread-7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/workspace-setup')
  await page.getByLabel('Workspace name').fill('Woven Goods')
}

test('a website is read, a suggested FAQ is published, and the page answers', async ({ page, site }) => {
  await signUpFromLandingPage(page, `first-${process.pid}@example.test`)
  await expect(page.getByText('Its pages are read')).toBeVisible()
  await page.getByLabel('Business website URL').fill(site.url)
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(done(page, 'Add a source')).toBeVisible()
  const suggested = step(page, 'Publish a FAQ').getByRole('list', { name: 'Suggested FAQs' })
  await suggested
    .getByRole('listitem')
    .filter({ hasText: 'How long does delivery take?' })
    .getByRole('button', { name: 'Publish' })
    .click()
  await expect(done(page, 'Publish a FAQ')).toBeVisible()
  const asking = step(page, 'Ask your help page a question')
  await asking.getByLabel('Your question').fill('how many days until my delivery arrives?')
  await page.keyboard.press('Enter')
  await expect(asking).toContainText('Delivery takes three working days within Norway')
  await expect(asking).toContainText('From: How long does delivery take?')
  await expect(done(page, 'Ask your help page a question')).toBeVisible()
  await expect(page.getByText('3 of 4 done')).toBeVisible()
  await checkScreen(page, 'First steps', () => expect(page.getByText('3 of 4 done')).toBeVisible())
  await asking.getByLabel('Your question').fill('Do you breed alpaca herds yourselves?')
  await page.keyboard.press('Enter')
  await asking.getByRole('link', { name: 'gaps' }).click()
  await expect(page).toHaveURL('/messages/gaps')
  // The dashboard, which stays until the page is ready, links to the question as well.
  await expect(page.getByRole('list', { name: 'Gaps' }).getByRole('link', { name: /alpaca/ })).toBeVisible()
})

test('a workspace needs no website, each step can be skipped, and the widget is detected on its page', async ({
  page,
  context,
  site,
  newPerson,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUpFromLandingPage(page, `second-${process.pid}@example.test`)
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('0 of 4 done')).toBeVisible()
  for (const name of ['Add a source', 'Publish a FAQ'])
    await page.getByRole('button', { name: `Skip “${name}”` }).click()
  await page.getByRole('button', { name: 'Undo skip of “Publish a FAQ”' }).click()
  await page.getByRole('button', { name: 'Skip “Publish a FAQ”' }).click()
  const asking = step(page, 'Ask your help page a question')
  await asking.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(asking).toContainText('Please enter a question.')
  await asking.getByRole('button', { name: 'Skip “Ask your help page a question”' }).click()
  await expect(asking.getByLabel('Your question')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Skip/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Undo skip of “Add a source”' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Skip/ })).toHaveCount(0)
  const embedding = step(page, 'Embed the widget')
  await expect(embedding).toContainText('Not detected yet.')
  await embedding.getByText('Nothing appears on your page?').click()
  await expect(embedding).toContainText(`frame-src 'self' ${new URL(page.url()).origin}`)
  await embedding.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText(/copied/i).last()).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  site.pages.set('/shop', `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${code}</html>`)
  const visitor = await newPerson()
  await visitor.goto(`${site.url}/shop`)
  await expect(done(page, 'Embed the widget')).toBeVisible()
  await expect(embedding).toContainText('The widget was detected on your website.')
})

test('a website that cannot be reached is named, with the way to another address', async ({ page }) => {
  await signUpFromLandingPage(page, `third-${process.pid}@example.test`)
  await page.getByLabel('Business website URL').fill('woven.invalid')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  const source = step(page, 'Add a source')
  await expect(source).toContainText('https://woven.invalid That address could not be reached.')
  await source.getByRole('link', { name: 'Try another address' }).click()
  await expect(page).toHaveURL('/knowledge')
})

test('the step of the first FAQ starts a published one, which can be asked about while the source is open', async ({
  page,
}) => {
  await signUpFromLandingPage(page, `fourth-${process.pid}@example.test`)
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  const asking = step(page, 'Ask your help page a question')
  await expect(asking).toBeVisible()
  await expect(asking.getByLabel('Your question')).toHaveCount(0)
  await step(page, 'Publish a FAQ').getByRole('link', { name: 'Create FAQ' }).click()
  const create = page.getByRole('dialog', { name: 'Create FAQ' })
  await expect(create.getByLabel('Status')).toHaveValue('published')
  await create.getByLabel('Question', { exact: true }).fill('How long does delivery take?')
  await create.getByLabel('Answer', { exact: true }).fill('Three working days.')
  await create.getByRole('button', { name: 'Create FAQ' }).click()
  await expect(page.getByText('FAQ created successfully')).toBeVisible()
  await expect(page.getByRole('main'), 'and not the first control of the page').toBeFocused()
  await page.getByRole('button', { name: 'Create FAQ' }).click()
  await expect(create.getByLabel('Status')).toHaveValue('published')
  await page.goto('/dashboard')
  await expect(done(page, 'Publish a FAQ')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skip “Add a source”' })).toBeVisible()
  await asking.getByLabel('Your question').fill('how long is delivery')
  await asking.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(asking).toContainText('Three working days.')
  const opened = page.waitForEvent('popup')
  await step(page, 'Publish a FAQ').getByRole('link', { name: 'Open your page' }).click()
  await expect((await opened).getByText('How long does delivery take?')).toBeVisible()
})
