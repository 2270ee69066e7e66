// States of the widget: the frame alone, and the launcher on a page of ours in place of a customer's.
import type { Page } from '@playwright/test'
import type { Screen } from './routes.ts'

const FRAME = '/widget/frame?subdomain=demo'

const box = (page: Page) => page.getByRole('searchbox')

async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question)
  await page.keyboard.press('Enter')
  await page.locator('[aria-busy="false"]').waitFor()
}

/** Puts the launcher's tag on the page, as a customer would. */
async function launcher(page: Page, attributes: string): Promise<void> {
  await page.evaluate(`(async () => {
    const { id } = await (await fetch('/api/public/workspaces/demo')).json()
    const tag = document.createElement('script')
    tag.src = '/widget.js'
    Object.assign(tag.dataset, { workspaceId: id, mode: 'launcher' }, ${attributes})
    document.body.append(tag)
  })()`)
  await page.locator('button.launch').waitFor()
}

async function openLauncher(page: Page, attributes: string): Promise<void> {
  await launcher(page, attributes)
  await page.locator('button.launch').click()
  await page.frameLocator('dialog iframe').locator('summary').first().waitFor()
}

const state = (name: string, path: string, act?: Screen['act'], status?: number): Screen => ({
  name: `widget-${name}`,
  path,
  signedIn: false,
  ...(act && { act }),
  ...(status && { status }),
})

async function askLauncher(page: Page, question: string): Promise<void> {
  await openLauncher(page, '{}')
  const frame = page.frameLocator('dialog iframe')
  await frame.getByRole('searchbox').fill(question)
  await frame.getByRole('button', { name: 'Clear search' }).waitFor()
  await page.keyboard.press('Enter')
  await frame.locator('[aria-busy="false"]').waitFor()
}

export const widgetStates: Screen[] = [
  state('frame', FRAME),
  state('frame-open', FRAME, (page) => page.locator('summary').first().click()),
  state('frame-searching', FRAME, (page) => box(page).fill('water')),
  state('frame-nothing-found', FRAME, (page) => box(page).fill('zeppelin')),
  state('frame-answer', FRAME, (page) => ask(page, 'Where do you ship?')),
  state('frame-refusal', FRAME, (page) => ask(page, 'Who won the zeppelin race of 1932?')),
  state('frame-thinking', FRAME, async (page) => {
    await page.route('**/api/public/ask', () => {})
    await box(page).fill('Where do you ship?')
    await page.keyboard.press('Enter')
    await page.getByText('Thinking...').waitFor()
  }),
  state('frame-failure', FRAME, async (page) => {
    const body = 'event: error\ndata: {}\n\n'
    await page.route('**/api/public/ask', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
    await ask(page, 'Where do you ship?')
  }),
  state('frame-german', `${FRAME}&lang=de`),
  state('frame-arabic', `${FRAME}&lang=ar`),
  state('frame-missing', '/widget/frame?subdomain=no-such-workspace', undefined, 404),
  state('launcher', '/auth', (page) => launcher(page, '{}')),
  state('launcher-label', '/auth', (page) =>
    launcher(page, "{ label: 'Questions?', color: '#facc15', position: 'bottom-left' }"),
  ),
  state('launcher-open', '/auth', (page) => openLauncher(page, "{ label: 'Questions?', color: '#1f3d2f' }")),
  state('launcher-answer', '/auth', (page) => askLauncher(page, 'Where do you ship?')),
]
