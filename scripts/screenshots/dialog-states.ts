// Dialogs and menus that a click opens on the screens of a workspace in use.
import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'

const own = (name: string, path: string, act: (page: Page) => Promise<unknown>): Screen => ({
  name,
  path,
  signedIn: true,
  act,
})

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).waitFor()
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await dialog(page, 'Command palette')
}

async function editFaq(page: Page): Promise<void> {
  await click(page, 'More actions')
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await dialog(page, 'Edit FAQ')
  await page.getByRole('textbox', { name: 'Answer' }).locator('p').first().waitFor()
}

async function editOnFullPage(page: Page): Promise<void> {
  await editFaq(page)
  // Phones have no button for it: there the editor fills the screen already.
  await page.goto(`${page.url()}&full=1`)
  await page.getByRole('textbox', { name: 'Answer' }).locator('p').first().waitFor()
}

async function openQuestion(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Questions' }).getByRole('button').first().click()
  await dialog(page, 'Message Details')
}

async function copyByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))')
  await click(page, 'Copy')
  await dialog(page, 'Copy the text yourself')
}

async function add(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').waitFor()
}

export const dialogStates: Screen[] = [
  own('command-palette', '/messages', openPalette),
  own('faq-create', '/pages?create=1', (page) => dialog(page, 'Create FAQ')),
  own('faq-edit', '/pages', editFaq),
  own('faq-edit-full-page', '/pages', editOnFullPage),
  own('question', '/messages', openQuestion),
  own('copy-by-hand', '/dashboard', copyByHand),
  own('website-add', '/knowledge', (page) => add(page, /^Web /)),
  own('text-add', '/knowledge', (page) => add(page, 'Add text')),
  own('invite', '/profile?tab=team', (page) => add(page, 'Invite')),
  own('api-key-create', '/settings?tab=api', (page) => add(page, /^Create/)),
]
