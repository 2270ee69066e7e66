// Profile Settings: the person's picture, from the file to what everybody sees.
import sharp from 'sharp'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUp } from '../support/browser/browser-people.ts'
import { button, toasts } from '../support/browser/dashboard.ts'

test('the profile image is cropped, saved and removed', async ({ page }) => {
  await signUp(page)
  await page.goto('/profile')
  await expect(page.getByText('JPG, GIF or PNG. 1MB max.')).toBeVisible()
  const input = page.getByLabel('Profile picture')
  const image = sharp({ create: { width: 800, height: 400, channels: 3, background: '#e33' } }).composite([
    {
      input: await sharp({ create: { width: 400, height: 400, channels: 3, background: '#33e' } })
        .png()
        .toBuffer(),
      left: 400,
      top: 0,
    },
  ])
  const png = await image.png().toBuffer()
  for (const [file, sentence] of [
    [
      { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') },
      'This file type is not supported. JPG, GIF or PNG. 1MB max.',
    ],
    [
      { name: 'a.png', mimeType: 'image/png', buffer: Buffer.concat([png, Buffer.alloc(1024 * 1024)]) },
      'This image is too large. JPG, GIF or PNG. 1MB max.',
    ],
    [
      { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
      'This file cannot be read as an image. JPG, GIF or PNG. 1MB max.',
    ],
  ] as const) {
    await input.setInputFiles(file)
    await expect(page.getByRole('alert')).toHaveText(sentence)
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
  const square = dialog.getByRole('button', { name: /^Visible part of the image/ })
  await square.focus()
  // All the way to the right half, which is blue.
  for (let index = 0; index < 30; index++) await page.keyboard.press('ArrowRight')
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('1.5')
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(toasts(page)).toContainText('Profile updated successfully')
  await expect(dialog).toBeHidden()
  const shown = page.getByRole('main').locator('img')
  await expect(shown).toBeVisible()
  const address = await shown.getAttribute('src')
  const stored = await (await page.request.get(address ?? '')).body()
  const { dominant } = await sharp(stored).stats()
  expect(dominant.b, 'the right half').toBeGreaterThan(dominant.r)
  await expect(page.getByRole('button', { name: /^Account menu of/ }).locator('img')).toBeVisible()
  await button(page, 'Remove').click()
  await expect(shown).toBeHidden()
  await expect(button(page, 'Upload picture')).toBeVisible()
})

test('the crop dialog is accessible', async ({ page }) => {
  await signUp(page)
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#3a7' } })
    .gif()
    .toBuffer()
  await checkScreen(page, 'crop', async () => {
    await page.goto('/profile')
    await page.getByLabel('Profile picture').setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer })
    await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible()
  })
})
