// Images and videos in answers: how they come in, what is stored, and where visitors see them.
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { caretAtEnd, giveImage, openEditor, paste, saveAnswer, writeAnswer } from '../support/content/answer-editor.ts'
import { addFaq } from '../support/content/workspace-content.ts'

const QUESTION = 'How is the kettle reset?'
const png = (color: string) =>
  sharp({ create: { width: 900, height: 500, channels: 3, background: color } })
    .png()
    .toBuffer()

const imagesIn = (answer: Locator) => answer.locator('img:not(.ProseMirror-separator)')

test('an image is pasted, dropped or chosen, described, and shown to visitors', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: QUESTION, answer: 'Press the button.', status: 'published' })
  const { dialog, answer } = await openEditor(page, QUESTION)
  await caretAtEnd(answer)
  await answer.press('Enter')
  await giveImage(answer, 'paste', await png('#b4531a'))
  const description = dialog.getByLabel('Image description')
  await expect(description).toBeFocused()
  await description.fill('The red button')
  await description.press('Enter')
  await expect(answer).toBeFocused()
  await expect(imagesIn(answer)).toHaveAttribute('alt', 'The red button')

  await answer.press('Enter')
  await answer.pressSequentially('/pict')
  const chooser = page.waitForEvent('filechooser')
  await answer.press('Enter')
  await (await chooser).setFiles({ name: 'lid.png', mimeType: 'image/png', buffer: await png('#1a6b54') })
  await expect(imagesIn(answer)).toHaveCount(2)
  await expect(description).toBeFocused()
  await description.fill('The lid')
  await checkScreen(page, 'an answer with images', () => expect(imagesIn(answer).first()).toBeVisible())
  await description.press('Enter')

  await giveImage(answer, 'drop', await png('#334155'))
  await expect(imagesIn(answer)).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Remove image' }).click()
  await expect(imagesIn(answer)).toHaveCount(2)

  expect(await saveAnswer(page, dialog, workspace, id)).toMatch(
    new RegExp(
      String.raw`^Press the button.\n\n!\[The red button\]\((/files/images/${workspace.id}/[\w-]+-900x500\.webp)\)\n\n!\[The lid\]\(/files/images/.+\)$`,
    ),
  )

  await page.goto(`/faq/${workspace.subdomain}`)
  await page.getByText(QUESTION).click()
  const shown = page.getByRole('img', { name: 'The red button' })
  await expect(shown).toBeVisible()
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(900)
  await page.goto(`/widget/frame?workspace_id=${workspace.id}`)
  await page.getByText(QUESTION).click()
  await expect(page.getByRole('img', { name: 'The lid' })).toBeVisible()
})

test('images of other hosts and files that are none are refused', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const foreign = 'https://tracker.example.test/pixel.png'
  await addFaq(page, workspace, { question: QUESTION, answer: `Press it. ![Pixel](${foreign})`, status: 'published' })
  // The fixture fails this test on a request to another host.
  await page.goto(`/faq/${workspace.subdomain}`)
  await page.getByText(QUESTION).click()
  await expect(page.getByRole('link', { name: 'Pixel' })).toHaveAttribute('href', foreign)
  await expect(page.locator('.answer img')).toHaveCount(0)

  const { dialog, answer } = await openEditor(page, QUESTION)
  await paste(answer, { 'text/html': `<p>Text<img src="${foreign}" alt="Pixel"></p>` })
  await expect(imagesIn(answer)).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Image', exact: true }).click()
  await (await chooser).setFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(dialog.getByRole('alert').filter({ hasText: 'This file cannot be read as an image.' })).toBeVisible()
  // Another attempt would be refused as well.
  await expect(dialog.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(imagesIn(answer)).toHaveCount(0)
})

test.describe(() => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] })
  test('an upload that failed is tried again', async ({ page }) => {
    const { workspace } = await signUpWithWorkspace(page)
    await addFaq(page, workspace, { question: QUESTION, answer: 'Press it.' })
    const { dialog, answer } = await openEditor(page, QUESTION)
    await page.route('**/api/rpc/faqs/uploadImage', (route) => route.abort(), { times: 1 })
    await giveImage(answer, 'paste', await png('#b4531a'))
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(imagesIn(answer)).toHaveCount(1)
    await expect(dialog.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  })
})

test('a link to a video is a card while it has its paragraph to itself', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const video = '[A tour](https://vimeo.com/76979871)'
  const written = `${video}\n\n> [!TIP]\n> ${video}\n\n- ${video}\n\n[The docs](https://docs.example.test/)`
  const { id } = await addFaq(page, workspace, { question: 'How does it look?', answer: written })
  const { dialog, answer } = await openEditor(page, 'How does it look?')
  const cards = answer.locator('p[data-sign="▶️"]')
  await expect(cards).toHaveText(['A tour', 'A tour'])
  await writeAnswer(answer, `Watch ${video}`)
  await expect(cards).toHaveCount(0)
  expect(await saveAnswer(page, dialog, workspace, id)).toBe(`Watch ${video}`)
})
