// A scan in the list of sources: the page that is being read, and what its owner has to know afterwards.
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { type Scan, scannedPdf } from '../support/files/pdf-file.ts'

/** Fake of Tesseract, which recognizes nothing before its folder has a file for the page. */
const TESSERACT = (folder: string) => `#!/bin/sh
if [ "$1" = --list-langs ]; then printf 'List\\neng\\n'; exit; fi
cat > /dev/null
page=$(ls ${folder}/begun* 2> /dev/null | wc -l)
touch ${folder}/begun$page
while [ ! -e ${folder}/page$page ]; do sleep 0.05; done
echo "Helmets are lent at desk $page."
`

const test = base.extend<object, { tesseract: string }>({
  tesseract: [
    async ({ database: _any }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'answerloom-tesseract-'))
      writeFileSync(path.join(folder, 'tesseract'), TESSERACT(folder))
      chmodSync(path.join(folder, 'tesseract'), 0o755)
      await use(folder)
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ tesseract }, use) => use({ PATH: `${tesseract}:${process.env.PATH}` }), { scope: 'worker' }],
})

const [width, height] = [400, 600]
const scan: Scan = { width, height, bits: 8, pixels: new Uint8Array(width * height) }

test('the page that is being recognized is shown until the scan is ready', async ({ page, tesseract }) => {
  await signUpWithWorkspace(page)
  await page.goto('/knowledge')
  const scanned = page.getByRole('table', { name: 'Sources' }).getByRole('row').filter({ hasText: 'scan.pdf' })
  await page
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: scannedPdf([scan, scan]) })
  await expect(scanned).toContainText('Recognizing the text of page 1 of 2.')
  writeFileSync(path.join(tesseract, 'page0'), '')
  await expect(scanned).toContainText('Recognizing the text of page 2 of 2.')
  writeFileSync(path.join(tesseract, 'page1'), '')
  await expect(scanned).toContainText('Ready')
  await expect(scanned).toContainText('The text of 2 pages was recognized in images and may contain mistakes.')
  await page.getByRole('button', { name: 'Actions for scan.pdf' }).click()
  await page.getByRole('menuitem', { name: 'See what was read' }).click()
  await expect(page.getByRole('dialog', { name: 'scan.pdf' })).toContainText('Helmets are lent at desk 1.')
})
