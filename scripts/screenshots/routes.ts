import type { Page } from '@playwright/test'
import { billingStates } from './billing-states.ts'
import { useWorkspaceALittle } from './dashboard-in-use.ts'
import type { Screen } from './screen.ts'

export type { Screen }

const open = (name: string, path: string): Screen => ({ name, path, signedIn: false })
const own = (name: string, path: string): Screen => ({ name, path, signedIn: true })

const previewIsThere = (page: Page) =>
  page.frameLocator('iframe[title="Live preview"]').getByRole('heading', { level: 1 }).waitFor()
const gapsAreThere = (page: Page) => page.getByRole('list', { name: 'Gaps' }).waitFor()
const digestIsThere = (page: Page) => page.getByRole('combobox', { name: 'How often' }).waitFor()
const suggestionsAreThere = (page: Page) => page.getByRole('list', { name: 'Suggested FAQs' }).waitFor()
async function openGap(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Gaps' }).getByRole('link').first().click()
  await page.getByRole('list', { name: 'Phrasings' }).waitFor()
}

/** Every route of the product; a new one is added here and nowhere else. */
export const screens: Screen[] = [
  open('landing', '/'),
  open('auth', '/auth'),
  open('auth-reset-password', '/auth/reset-password'),
  open('invitation', '/invitation'),
  open('features', '/features'),
  open('docs', '/docs'),
  open('integrations-public', '/integrations'),
  open('changelog', '/changelog'),
  open('help', '/help'),
  open('contact', '/contact'),
  open('status', '/status'),
  open('privacy', '/privacy'),
  open('terms', '/terms'),
  { ...open('not-found', '/no-such-page'), status: 404 },
  open('faq-page', '/faq/demo'),
  { ...open('faq-page-missing', '/faq/no-such-workspace'), status: 404 },
  own('workspace-setup', '/workspace-setup'),
  own('dashboard', '/dashboard'),
  own('faqs-import', '/pages/import'),
  own('questions', '/messages'),
  own('knowledge', '/knowledge'),
  own('integrations', '/dashboard/integrations'),
  own('faqs', '/pages'),
  { ...own('widgets', '/widgets'), act: previewIsThere },
  own('share-faq', '/faq-links'),
  { ...own('profile', '/profile'), act: digestIsThere },
  own('profile-team', '/profile?tab=team'),
  own('profile-billing', '/profile?tab=billing'),
  own('settings', '/settings'),
  // Last: what it writes is there for those after it.
  { ...own('dashboard-in-use', '/dashboard'), act: useWorkspaceALittle },
  { ...own('gaps', '/messages/gaps'), act: gapsAreThere },
  { ...own('gap', '/messages/gaps'), act: openGap },
  { ...own('suggested-faqs', '/pages/suggested'), act: suggestionsAreThere },
  own('answer-tests', '/messages/answer-tests'),
  own('contradictions', '/knowledge/contradictions'),
  own('faqs-in-use', '/pages'),
  own('questions-in-use', '/messages'),
  ...billingStates,
]

export const widths = [375, 1440] as const
export const schemes = ['light', 'dark'] as const
