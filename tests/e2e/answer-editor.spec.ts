// The editor of answers: Markdown in and out, formatting with keys, toolbar and slash menu, and what is pasted.
import type { Locator } from '@playwright/test'
import { checkScreen, danglingReferences } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import {
  caretAtEnd,
  editorReady,
  openEditor,
  paste,
  saveAnswer,
  writeAnswer,
} from '../support/content/answer-editor.ts'
import { addFaq, callInWorkspace } from '../support/content/workspace-content.ts'

const answerIn = (dialog: Locator) => dialog.getByLabel('Answer', { exact: true })

const WRITTEN = `Before you begin:

## Set up

1. Open *Settings*
2. Choose **Import**
  - CSV
  - JSON

| Plan | Seats |
|---|---|
| Free | 1 |

\`\`\`
npm start
\`\`\`

See [the docs](https://docs.example.test/start).`

test('an answer is shown as visitors see it, and is unchanged without an edit', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'How is it set up?', answer: WRITTEN })
  const { dialog, answer } = await openEditor(page, 'How is it set up?')
  await expect(answer.locator('h3')).toHaveText('Set up')
  await expect(answer.locator('ol > li')).toHaveText([/Open Settings/, /Choose Import/])
  await expect(answer.locator('ul > li')).toHaveText(['CSV', 'JSON'])
  await expect(answer.getByRole('table')).toContainText('Seats')
  await expect(answer.locator('pre')).toHaveText('npm start')
  await expect(answer.getByRole('link', { name: 'the docs' })).toHaveAttribute(
    'href',
    'https://docs.example.test/start',
  )
  await caretAtEnd(answer)
  await answer.pressSequentially('x')
  await answer.press('Backspace')
  await dialog.getByLabel('Question', { exact: true }).fill('How is it set up today?')
  expect(await saveAnswer(page, dialog, workspace, id)).toBe(WRITTEN)
})

test('pasted text is read as Markdown', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'How is it done?', answer: 'Old.' })
  const { dialog, answer } = await openEditor(page, 'How is it done?')
  const written = 'Hold it for **five seconds**:\n\n1. Press\n2. Wait\n\nSee [the docs](https://docs.example.test/).'
  await answer.fill(written)
  await expect(answer.locator('ol > li')).toHaveText(['Press', 'Wait'])
  expect(await saveAnswer(page, dialog, workspace, id)).toBe(written)
})

test('an answer can be written with the keyboard only', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'What can I do?', answer: 'Old.' })
  const { dialog, answer } = await openEditor(page, 'What can I do?')
  await answer.press('ControlOrMeta+a')
  await answer.pressSequentially('Some ')
  await answer.press('ControlOrMeta+b')
  await answer.pressSequentially('bold')
  await answer.press('ControlOrMeta+b')
  await answer.pressSequentially(' words and **typed** ones.')
  await answer.press('Enter')

  await answer.pressSequentially('/sub')
  const menu = page.getByRole('listbox', { name: 'Insert' })
  await expect(menu.getByRole('option')).toHaveText(['Subheading'])
  await expect(answer).toHaveAttribute('aria-activedescendant', /./)
  await answer.press('Enter')
  await expect(menu).toBeHidden()
  await answer.pressSequentially('Steps')
  await answer.press('Enter')
  await answer.pressSequentially('1. First')
  await answer.press('Enter')
  await answer.pressSequentially('Second')
  await answer.press('Enter')
  await answer.press('Enter')

  // Escape closes the menu and not the dialog; the slash stays.
  await answer.pressSequentially('/')
  await expect(menu.getByRole('option')).not.toHaveCount(0)
  await answer.press('Escape')
  await expect(menu).toBeHidden()
  await answer.pressSequentially('etc')
  await expect(dialog).toBeVisible()

  // The toolbar is one stop; a link is added without a mouse.
  await answer.press('Shift+Home')
  await answer.press('ControlOrMeta+k')
  await dialog.getByLabel('Link address').fill('shop.example.test')
  await dialog.getByLabel('Link address').press('Enter')
  await answer.press('Alt+F10')
  await expect(dialog.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(answer).toBeFocused()
  expect(await saveAnswer(page, dialog, workspace, id)).toBe(
    'Some **bold** words and **typed** ones.\n\n### Steps\n\n1. First\n2. Second\n\n[/etc](https://shop.example.test)',
  )
})

test('a shortcut right after a change of the selection applies to the new selection', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'Which shop?', answer: 'The old shop.' })
  const { dialog, answer } = await openEditor(page, 'Which shop?')
  await caretAtEnd(answer)
  // In one task, so that the browser cannot announce the selection in between.
  await answer.evaluate((field) => {
    const text = field.querySelector('p')?.firstChild
    if (!text) throw new Error('The answer has no text.')
    document.getSelection()?.setBaseAndExtent(text, 'The old '.length, text, 'The old shop'.length)
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))
  })
  await dialog.getByLabel('Link address').fill('shop.example.test')
  await dialog.getByLabel('Link address').press('Enter')
  expect(await saveAnswer(page, dialog, workspace, id)).toBe('The old [shop](https://shop.example.test).')
})

test('addresses that are not allowed as links are refused', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Where?', answer: 'Here.' })
  const { dialog, answer } = await openEditor(page, 'Where?')
  await answer.press('ControlOrMeta+a')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await dialog.getByLabel('Link address').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(dialog.getByText('Please enter a web address or an email address.')).toBeVisible()
  await paste(answer, {
    'text/html': '<a href="javascript:alert(1)">here</a><img src=x onerror="alert(1)"><script>alert(1)</script>',
  })
  await expect(answer.getByRole('link')).toHaveCount(0)
  await expect(answer.locator('img:not(.ProseMirror-separator), script')).toHaveCount(0)
})

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p { color: red }</style></head><body>
<p class=MsoNormal><b>Returns</b><span style='color:red;font-family:"Comic Sans MS"'> are <i>free</i>.</span><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Pack it<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>with paper</p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span>Send it</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span>Wait</p>
</body></html>`

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-size:16pt;font-weight:400">Delivery</span></h2><p dir="ltr"><span style="font-weight:400;font-style:normal">It takes </span><span style="font-weight:700">three days</span><span style="font-style:italic"> or so</span></p><ul><li dir="ltr" aria-level="1"><p dir="ltr"><span>Parcels</span></p></li></ul><div><table><colgroup><col width="312" /></colgroup><tbody><tr><td style="border:solid 1px"><p><span>Zone</span></p></td><td><p><span>Days</span></p></td></tr><tr><td><p><span>1</span></p></td><td><p><span>3</span></p></td></tr></tbody></table></div></b>`

test('text pasted from Word, Google Docs and Markdown keeps its structure only', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'And now?', answer: 'Old.' })
  const { dialog, answer } = await openEditor(page, 'And now?')
  const pasted = async (data: Record<string, string>) => {
    await answer.fill('')
    await paste(answer, data)
    return saveAnswer(page, dialog, workspace, id)
  }
  expect(await pasted({ 'text/html': WORD })).toBe(
    '**Returns** are *free*.\n\n- Pack it\n  - with paper\n- Send it\n\n1. Wait',
  )
  await openEditor(page, 'And now?')
  expect(await pasted({ 'text/html': DOCS })).toBe(
    '## Delivery\n\nIt takes **three days** *or so*\n\n- Parcels\n\n| Zone | Days |\n| --- | --- |\n| 1 | 3 |',
  )
  await openEditor(page, 'And now?')
  expect(await pasted({ 'text/plain': '# Title\n\n- a\n- **b**' })).toBe('# Title\n\n- a\n- **b**')
  await openEditor(page, 'And now?')
  // As it is copied from the public page.
  const callout = '<div role="note" data-sign="⚠️"><p>Hot!</p></div>'
  expect(await pasted({ 'text/html': callout })).toBe('> [!WARNING]\n> Hot!')
})

test('a table is written cell by cell, and the Tab key leaves it at the end', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'What does it cost?', answer: 'Old.' })
  const { dialog, answer } = await openEditor(page, 'What does it cost?')
  await answer.fill('')
  await dialog.getByRole('button', { name: 'Table' }).click()
  for (const cell of ['Plan', 'Price', 'Free', '0 | nothing', 'Pro']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('9')
  await dialog.getByRole('button', { name: 'Add column' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Delete column' }).click()
  await page.keyboard.press('Tab')
  await expect(answer).not.toBeFocused()
  expect(await saveAnswer(page, dialog, workspace, id)).toBe(
    '| Plan | Price |\n| --- | --- |\n| Free | 0 \\| nothing |\n| Pro | 9 |',
  )
})

test('text is saved as a draft, and a draft is shown formatted', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/pages')
  await page.getByRole('button', { name: 'Create FAQ' }).click()
  const create = page.getByRole('dialog', { name: 'Create FAQ' })
  await writeAnswer(answerIn(create), 'Yes, **always**.')
  await expect(answerIn(create).locator('strong')).toHaveText('always')
  await page.reload()
  await page.getByRole('button', { name: 'Create FAQ' }).click()
  await expect(create.getByText('Your unsaved text was restored.')).toBeVisible()
  await expect(answerIn(create).locator('strong')).toHaveText('always')
  await checkScreen(page, 'the editor with a draft and its menu', async () => {
    await answerIn(create).press('ControlOrMeta+a')
    await answerIn(create).pressSequentially('/')
    await expect(page.getByRole('listbox', { name: 'Insert' })).toBeVisible()
  })
  expect(await danglingReferences(page)).toEqual([])
})

test('a long answer is written on a full page, beside its other fields and the preview', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'How long?', answer: 'Short.' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const { dialog, answer } = await openEditor(page, 'How long?')
  await caretAtEnd(answer)
  await answer.pressSequentially(' Or not.')
  await dialog.getByRole('button', { name: 'Full page' }).click()
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThan(1300)
  const preview = dialog.getByRole('region', { name: 'Preview' })
  const boxes = async () => [(await answer.boundingBox())?.x ?? 0, (await preview.boundingBox())?.x ?? 0]
  await expect.poll(async () => Math.sign((await boxes())[1]! - (await boxes())[0]! - 600)).toBe(1)
  await expect(answer).toHaveText('Short. Or not.')
  await expect(preview).toContainText('Short. Or not.')
  await dialog.getByRole('button', { name: 'Smaller' }).click()
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThanOrEqual(625)
  await dialog.getByRole('button', { name: 'Full page' }).click()
  const long = Array.from({ length: 16 }, (_, index) => `Step ${index}: ${'wool '.repeat(40)}done.`).join('\n\n')
  await writeAnswer(answer, long)
  expect(await saveAnswer(page, dialog, workspace, id)).toBe(long)
  await openEditor(page, 'How long?')
  await expect(dialog.getByRole('button', { name: 'Smaller' })).toBeVisible()
  await checkScreen(page, 'the editor on a full page', () => expect(answer).toBeVisible())
})

test('text selected before the editor has arrived is replaced by what is typed then', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'Is wool washed?', answer: 'Cold.' })
  const arrival = Promise.withResolvers<void>()
  await page.route(/\/rich-answer-[^/]+\.js/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto('/pages')
  await page
    .getByRole('row')
    .filter({ hasText: 'Is wool washed?' })
    .getByRole('button', { name: 'More actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' })
  await answerIn(dialog).focus()
  await page.keyboard.press('ControlOrMeta+A')
  arrival.resolve()
  await editorReady(answerIn(dialog))
  await page.keyboard.type('Warm.')
  expect(await saveAnswer(page, dialog, workspace, id)).toBe('Warm.')
})

test('text typed before the editor has arrived is kept, with the cursor behind it', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const arrival = Promise.withResolvers<void>()
  await page.route(/\/rich-answer-[^/]+\.js/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto('/pages')
  await page.getByRole('button', { name: 'Create FAQ' }).click()
  const create = page.getByRole('dialog', { name: 'Create FAQ' })
  await expect(create.getByLabel('Question', { exact: true })).toBeFocused()
  await page.keyboard.type('Is it early?')
  await page.keyboard.press('Tab')
  await page.keyboard.type('**Yes**, very')
  await checkScreen(page, 'an answer before its editor', () => expect(answerIn(create)).toHaveValue('**Yes**, very'))
  arrival.resolve()
  await editorReady(answerIn(create))
  await expect(answerIn(create)).toBeFocused()
  await page.keyboard.type(' early.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(create).toBeHidden()
  const { items } = await callInWorkspace<{ items: { answer: string }[] }>(page, workspace, 'faqs/list')
  expect(items.map(({ answer }) => answer)).toEqual(['**Yes**, very early.'])
})
