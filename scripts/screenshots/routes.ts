import type { Page } from '@playwright/test'
import { billingStates } from './billing-states.ts'
import { useWorkspaceALittle } from './dashboard-in-use.ts'
import { dialogStates } from './dialog-states.ts'
import { listStates, longLists } from './list-states.ts'
import type { Screen } from './screen.ts'
import { webhookStates } from './webhook-states.ts'

export type { Screen }

const open = (name: string, path: string): Screen => ({ name, path, signedIn: false })
const own = (name: string, path: string): Screen => ({ name, path, signedIn: true })

const previewIsThere = (page: Page) =>
  page.frameLocator('iframe[title="Live preview"]').getByRole('heading', { level: 1 }).waitFor()
const gapsAreThere = (page: Page) => page.getByRole('list', { name: 'Gaps' }).waitFor()
const digestIsThere = (page: Page) => page.getByRole('combobox', { name: 'How often' }).waitFor()
const suggestionsAreThere = (page: Page) => page.getByRole('list', { name: 'Suggested FAQs' }).waitFor()
/** Opens the page as an assistant that has just registered leads there. */
async function askForAccess(page: Page): Promise<void> {
  const redirect_uri = 'https://claude.ai/api/mcp/auth_callback'
  const data = { client_name: 'Claude', redirect_uris: [redirect_uri] }
  const { client_id } = await (await page.request.post('/oauth/register', { data })).json()
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }
  await page.goto(`/connect?${new URLSearchParams({ client_id, redirect_uri, response_type: 'code', ...pkce })}`)
  await page.getByRole('button', { name: 'Allow' }).waitFor()
}
async function openGap(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Gaps' }).getByRole('link').first().click()
  await page.getByRole('list', { name: 'Phrasings' }).waitFor()
}

const editor = (name: string, path: string, act: Screen['act'] = previewIsThere): Screen => ({
  ...own(name, path),
  act,
})
const embeddedIsThere = (page: Page) =>
  page.frameLocator('iframe[title="Embedded Widget Preview"]').getByRole('heading', { level: 1 }).waitFor()
async function chooseBackground(page: Page, name: string): Promise<void> {
  await previewIsThere(page)
  await page.getByRole('radio', { name }).check()
}
async function failPreview(page: Page): Promise<void> {
  // Nothing that can be read: a refusal would be one more error on the console.
  const body = 'nothing'
  await page.route('**/api/rpc/visitors/preview', (route) => route.fulfill({ contentType: 'application/json', body }))
  await page.reload()
  await page.getByText('Preview Unavailable').waitFor()
}
async function sendWrongMessage(page: Page): Promise<void> {
  for (const label of ['First name', 'Last name', 'Subject', 'Message']) await page.getByLabel(label).fill('Ada')
  await page.getByLabel('Email').fill('ada@localhost')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('alert').waitFor()
}

/** Every route of the product; a new one is added here and nowhere else. */
export const screens: Screen[] = [
  open('landing', '/'),
  open('auth', '/auth'),
  open('auth-sign-up', '/auth?tab=sign-up'),
  open('auth-reset-password', '/auth/reset-password'),
  open('auth-verify', '/auth/verify'),
  open('auth-confirm-email', '/auth/confirm-email'),
  open('auth-not-me', '/auth/not-me'),
  open('invitation', '/invitation'),
  open('features', '/features'),
  open('docs', '/docs'),
  open('docs-guide', '/docs/widget'),
  open('docs-results', '/docs?q=widget'),
  open('docs-nothing-found', '/docs?q=xyzzyqwert'),
  open('integrations-public', '/integrations'),
  open('changelog', '/changelog'),
  open('help', '/help'),
  open('contact', '/contact'),
  { ...open('contact-refused', '/contact'), act: sendWrongMessage },
  open('contact-sent', '/contact?sent=1'),
  open('status', '/status'),
  open('privacy', '/privacy'),
  open('terms', '/terms'),
  { ...open('not-found', '/no-such-page'), status: 404 },
  open('faq-page', '/faq/demo'),
  { ...open('faq-page-missing', '/faq/no-such-workspace'), status: 404 },
  own('account-check', '/account-check'),
  own('workspace-setup', '/workspace-setup'),
  own('dashboard', '/dashboard'),
  own('faqs-import', '/pages/import'),
  own('questions', '/messages'),
  own('knowledge', '/knowledge'),
  own('knowledge-nothing-found', '/knowledge?q=xyzzyqwert'),
  own('integrations', '/dashboard/integrations'),
  own('faqs', '/pages'),
  editor('widgets', '/widgets'),
  editor('widgets-style', '/widgets?section=style'),
  editor('widgets-css', '/widgets?section=css'),
  editor('widgets-general', '/widgets?section=general'),
  editor('widgets-header', '/widgets?section=header'),
  editor('widgets-header-gradient', '/widgets?section=header', (page) => chooseBackground(page, 'Gradient')),
  editor('widgets-header-image', '/widgets?section=header', (page) => chooseBackground(page, 'Image')),
  editor('widgets-branding', '/widgets?section=branding'),
  editor('widgets-share', '/widgets?section=share', embeddedIsThere),
  own('page-rules', '/widgets/page-rules'),
  editor('widgets-no-preview', '/widgets', failPreview),
  own('share-faq', '/faq-links'),
  own('connect-incomplete', '/connect'),
  { ...own('connect', '/connect'), act: askForAccess },
  { ...own('profile', '/profile'), act: digestIsThere },
  own('profile-team', '/profile?tab=team'),
  own('profile-billing', '/profile?tab=billing'),
  own('categories', '/pages/categories'),
  own('trash', '/pages/trash'),
  own('suggested-faqs-empty', '/pages/suggested'),
  own('gaps-empty', '/messages/gaps'),
  own('knowledge-content', '/knowledge?tab=content'),
  own('settings', '/settings'),
  own('settings-answers', '/settings?tab=answers'),
  own('settings-visitors', '/settings?tab=visitors'),
  own('settings-api', '/settings?tab=api'),
  own('settings-security', '/settings?tab=security'),
  ...listStates,
  // Last: what it writes is there for those after it.
  { ...own('dashboard-in-use', '/dashboard'), act: useWorkspaceALittle },
  { ...own('gaps', '/messages/gaps'), act: gapsAreThere },
  { ...own('gap', '/messages/gaps'), act: openGap },
  own('doubtful-answers', '/messages/doubtful'),
  own('help-health', '/knowledge/health'),
  { ...own('suggested-faqs', '/pages/suggested'), act: suggestionsAreThere },
  own('answer-tests', '/messages/answer-tests'),
  own('contradictions', '/knowledge/contradictions'),
  own('faqs-in-use', '/pages'),
  own('questions-in-use', '/messages'),
  ...dialogStates,
  ...webhookStates,
  ...longLists,
  // Last of all: the trial ends.
  ...billingStates,
]

/** A phone, a tablet and a desk. */
export const widths = [390, 768, 1440] as const
export const schemes = ['light', 'dark'] as const
