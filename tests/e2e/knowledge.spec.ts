// The Knowledge Base (/knowledge): what can be added, what became of it, and what the answers may rest on.
import type { Locator, Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { expectChosen, select } from '../support/browser/choices.ts'
import { says } from '../support/browser/dashboard.ts'
import { addFaq, callInWorkspace, refuse } from '../support/content/workspace-content.ts'
import { pdf } from '../support/files/pdf-file.ts'
import { sitePage, startWebSite, type WebSite } from '../support/websites/web-site.ts'

const test = base.extend<object, { site: WebSite }>({
  site: [
    async ({ database: _any }, use) => {
      const site = await startWebSite({
        '/': sitePage({
          title: 'Woven Goods',
          text: 'Hammocks from our own workshop, woven by hand in the north of the country.',
          links: ['/care', '/missing', '/logo.png'],
        }),
        '/care': sitePage({
          title: 'Caring for hammocks',
          text: 'Wash hammocks in cold water without softener, and dry them in the shade of a tree.',
        }),
      })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ site }, use) => use({ OUTBOUND_ALLOW_HOSTS: site.host }), { scope: 'worker' }],
})

const row = (page: Page, text: string): Locator =>
  page.getByRole('table', { name: 'Sources' }).getByRole('row').filter({ hasText: text })
const file = (name: string, body: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(body),
})
async function choose(page: Page, name: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('files, a text and a website become sources, answers and content, and are deleted', async ({ page, site }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Knowledge' }).click()
  await expect(page.getByRole('heading', { name: 'Knowledge Base', level: 1 })).toBeVisible()
  await says(page, 'Add sources and manage content for your AI')
  for (const card of ['Web', 'Upload', 'Notion', 'Google']) await says(page, card)

  const ask = async (question: string) => {
    const answer = await page.request.post('/api/public/ask', { data: { workspace_id: workspace.id, question } })
    return (await answer.json()) as { sources: { title: string; url: string | null }[] }
  }

  await test.step('many files are uploaded at once, each with its own outcome', async () => {
    await page.getByLabel('Files to upload').setInputFiles([
      file(
        'handbook.pdf',
        pdf([
          ['# Holidays', 'Everybody has thirty days.'],
          ['# Loom', 'The loom rests on Sundays.'],
        ]),
      ),
      file('picture.docx', Buffer.from('89504e470d0a1a0a0000', 'hex')),
      file('tool.exe', 'MZ'),
    ])
    const uploads = page.getByRole('list', { name: 'Uploads' })
    await expect(uploads.getByRole('listitem').filter({ hasText: 'tool.exe' })).toContainText(
      'This kind of file cannot be read. Upload a PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, HTML, Markdown, CSV, EML, ZIP or text file.',
    )
    await says(page, '2 documents uploaded and processing started.')
    await says(page, 'Failed to upload documents.')
    await page.getByRole('button', { name: 'Dismiss tool.exe' }).click()
    await expect(uploads).toHaveCount(0)
    await expect(row(page, 'handbook.pdf')).toContainText('Ready')
    await expect(row(page, 'picture.docx')).toContainText('Failed')
    await expect(row(page, 'picture.docx')).toContainText('This is a PNG image.')
    await choose(page, 'handbook.pdf', 'See what was read')
    const read = page.getByRole('dialog', { name: 'handbook.pdf' })
    await expect(read.getByRole('region', { name: 'Page 2' })).toContainText('The loom rests on Sundays.')
    await page.keyboard.press('Escape')
    await page
      .getByLabel('Files to upload')
      .setInputFiles(Array.from({ length: 21 }, (_, index) => file(`${index}.txt`, 'x')))
    await says(page, 'Please upload at most 20 files at once.')
  })

  await test.step('a large file shows its progress', async () => {
    const client = await page.context().newCDPSession(page)
    const line = (uploadThroughput: number) =>
      client.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await client.send('Network.enable')
    await line(20_000)
    await page
      .getByLabel('Files to upload')
      .setInputFiles([file('large.txt', 'The reed is cut in autumn. '.repeat(15_000))])
    const upload = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')
    await expect(upload).toContainText(/large\.txt.*Uploading… \d\d?%/)
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Questions', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Knowledge Base', level: 1 })).toBeHidden()
    await main.getByRole('link', { name: 'Knowledge', exact: true }).click()
    await expect(upload, 'after leaving and coming back').toContainText(/large\.txt.*Uploading… \d\d?%/)
    await line(-1)
    await expect(upload).toHaveCount(0)
    // While it is being read, what its menu offers changes.
    await expect(row(page, 'large.txt')).toContainText('Ready')
    await choose(page, 'large.txt', 'Delete')
    await page.getByRole('alertdialog', { name: 'Delete Content' }).getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, 'large.txt')).toHaveCount(0)
  })

  await test.step('a website is added, and refused the second time', async () => {
    await page.getByRole('button', { name: /^Web / }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Website URL' })
    const submit = dialog.getByRole('button', { name: 'Add website' })
    await submit.click()
    await expect(dialog.getByText('Please enter a valid URL')).toBeVisible()
    await dialog.getByLabel('Website URL').fill('no website')
    await submit.click()
    await expect(dialog.getByText('Please enter a valid URL')).toBeVisible()
    await dialog.getByLabel('Website URL').fill(site.url)
    await submit.click()
    await expect(dialog).toBeHidden()
    await says(page, 'Website scraped successfully.')
    await expect(row(page, 'Caring for hammocks')).toContainText('Ready')
    await expect(row(page, '/missing')).toContainText('Page not found (404).')
    await expect(row(page, '/logo.png')).toContainText('Not an HTML page.')
    await page.getByRole('button', { name: /^Web / }).click()
    await dialog.getByLabel('Website URL').fill(site.url)
    await submit.click()
    await says(page, 'URL Already Exists')
    await says(page, 'This URL has already been scraped and added to your knowledge base.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // The workspace's own website is not to be had from here: said, too.
    await expect(page.getByRole('region', { name: 'Websites' })).toContainText('That address could not be reached.')
  })

  await test.step('a text is added', async () => {
    await page.getByRole('button', { name: 'Add text' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Text' })
    await dialog.getByLabel('Title').fill('Opening hours')
    await dialog.getByLabel('Text', { exact: true }).fill('The workshop opens at nine.')
    await dialog.getByRole('button', { name: 'Add Text' }).click()
    await expect(row(page, 'Opening hours')).toContainText('Ready')
  })

  await test.step('answers cite the page, and the page of the file', async () => {
    expect((await ask('How do I wash hammocks in cold water?')).sources[0]).toMatchObject({
      title: 'Caring for hammocks',
      url: expect.stringContaining(`${site.url}/care#:~:text=Wash%20hammocks`),
    })
    expect((await ask('When does the loom rest?')).sources[0]?.title).toBe('handbook.pdf · Loom (page 2)')
  })

  await test.step('the content is counted, searched, filtered, selected and deleted', async () => {
    await addFaq(page, workspace, { question: 'Do you ship?', answer: 'Yes.' })
    await page.getByRole('tab', { name: 'Content' }).click()
    await expect(page).toHaveURL(/tab=content/)
    await expect(page.getByRole('listitem').filter({ hasText: 'Total Content' })).toContainText('5')
    const content = page.getByRole('table', { name: 'Content' })
    for (const column of ['Source Type', 'Source Name', 'Created'])
      await expect(content.getByRole('columnheader', { name: column })).toBeVisible()
    await page.getByPlaceholder('Search content...').fill('shade of a tree')
    await expect(content.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(content.getByRole('row')).toHaveCount(6)
    await expectChosen(page, 'Source', 'All Sources')
    await select(page, 'Source', 'Documents')
    await expect(content.getByRole('row')).toHaveCount(3)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Content' })
    const faqs = async () => {
      const { items } = await callInWorkspace<{ items: { status: string }[] }>(page, workspace, 'faqs/list')
      return items.map(({ status }) => status)
    }
    await content.getByRole('checkbox', { name: 'Select Do you ship?' }).click()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    await expect(dialog).toContainText('Are you sure you want to delete 1 item?')
    await expect(dialog.getByRole('combobox')).toHaveValue('archive')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await says(page, 'FAQ archived successfully')
    await expect(page.getByText('1 item deleted successfully.')).toHaveCount(0)
    expect(await faqs()).toEqual(['archived'])
    await expect(page.getByRole('button', { name: 'Delete Selected' })).toBeHidden()
    await content.getByRole('checkbox', { name: 'Select Caring for hammocks' }).click()
    await says(page, '1 item selected')
    await content.getByRole('checkbox', { name: 'Select Do you ship?' }).click()
    await says(page, '2 items selected')
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    await expect(dialog).toContainText('Are you sure you want to delete 2 items?')
    await dialog.getByRole('combobox').selectOption({ label: 'Delete' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await says(page, '2 items deleted successfully.')
    await expect(content.getByRole('row')).toHaveCount(4)
    expect(await faqs()).toEqual([])
    // The answer that rested on it was kept, too, until now.
    const titles = async () => (await ask('How do I wash hammocks in cold water?')).sources.map(({ title }) => title)
    expect(await titles()).not.toContain('Caring for hammocks')
  })

  await test.step('failures are reported', async () => {
    const allowed = await refuse(page, 'knowledge/content/delete', 'The service is unavailable.')
    await page.getByRole('checkbox', { name: 'Select Opening hours' }).click()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Content' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await says(page, 'Failed to delete content.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await allowed()
    await page.getByRole('tab', { name: 'Sources' }).click()
    const reachable = await refuse(page, 'knowledge/websites/add', 'The service is unavailable.')
    await page.getByRole('button', { name: /^Web / }).click()
    await page.getByRole('textbox', { name: 'Website URL' }).fill('https://other.example.test')
    await page.getByRole('button', { name: 'Add website' }).click()
    await says(page, 'Failed to scrape website.')
    await page.keyboard.press('Escape')
    await reachable()
  })

  await test.step('an excluded page is omitted, and a deleted website is removed', async () => {
    await expect(row(page, 'Caring for hammocks')).toContainText('Excluded')
    const host = site.host
    await choose(page, host, /^Show its/)
    await expect(page).toHaveURL(/website=/)
    await expect(row(page, 'handbook.pdf')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await choose(page, host, 'Delete')
    await page.getByRole('alertdialog', { name: 'Delete Content' }).getByRole('button', { name: 'Delete' }).click()
    await says(page, '1 item deleted successfully.')
    await expect(row(page, 'Caring for hammocks')).toHaveCount(0)
    // The row moves when the one above disappears, which would close a menu.
    await expect(page.getByRole('button', { name: `Actions for ${host}` })).toHaveCount(0)
    await choose(page, 'picture.docx', 'Delete')
    await page.getByRole('alertdialog', { name: 'Delete Content' }).getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, 'picture.docx')).toHaveCount(0)
  })
})

test('the dashboard shows the progress of a new workspace’s website', async ({ page, site }) => {
  await signUp(page)
  await page.goto('/workspace-setup')
  await page.getByLabel('Workspace name').fill('Woven Goods')
  await page.getByLabel('Business website URL').fill(site.url)
  const care = site.pages.get('/care') as string
  const letGo = Promise.withResolvers<void>()
  site.pages.set('/care', { body: care, after: letGo.promise })
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page).toHaveURL('/dashboard')
  const progress = page.getByRole('list', { name: 'Content being read' }).getByRole('listitem')
  await expect(progress).toContainText('Crawling Woven Goods Website')
  // Earlier jobs of other workspaces run first.
  await expect(progress).toContainText(/\d of \d pages/, { timeout: 60_000 })
  letGo.resolve()
  site.pages.set('/care', care)
  await expect(progress).toHaveCount(0)
  await page.goto('/knowledge')
  await expect(row(page, 'Caring for hammocks')).toContainText('Ready')
})

test('without a workspace there is nothing to manage', async ({ page }) => {
  await signUp(page)
  await page.goto('/knowledge')
  await says(page, 'Please select a workspace to manage knowledge sources.')
})

test('the screens are accessible, empty and filled', async ({ page, site }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/knowledge?tab=content')
  await says(page, 'No content found. Add some knowledge sources to get started.')
  await callInWorkspace(page, workspace, 'knowledge/createTexts', {
    items: [{ title: 'Hours', content: 'From nine.' }],
  })
  await callInWorkspace(page, workspace, 'knowledge/websites/add', { url: site.url })
  await checkScreen(page, 'sources', async () => {
    await page.goto('/knowledge')
    await expect(row(page, 'Caring for hammocks')).toContainText('Ready')
  })
  await checkScreen(page, 'content with a selection', async () => {
    await page.goto('/knowledge?tab=content')
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await expect(page.getByRole('button', { name: 'Delete Selected' })).toBeVisible()
  })
  await checkScreen(page, 'the website dialog', async () => {
    await page.goto('/knowledge')
    await page.getByRole('button', { name: /^Web / }).click()
    await expect(page.getByRole('dialog', { name: 'Add Website URL' })).toBeVisible()
  })
})
