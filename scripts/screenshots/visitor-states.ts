// The public page in every state it can be in, on workspaces made for the purpose.
import type { Page } from '@playwright/test'
import type { AppServer } from '../../tests/support/app-server.ts'
import { call, newTenant, restOf } from '../../tests/support/http-client.ts'
import { operator } from '../../tests/support/operator-command.ts'
import type { Screen } from './routes.ts'

const WIDTHS = [320, 768, 1440]
const DEMO = '/faq/demo'

const field = (page: Page) => page.getByRole('searchbox')
const ask = async (page: Page, question: string) => {
  await field(page).fill(question)
  await page.keyboard.press('Enter')
}
const answered = (page: Page) => page.locator('.answer-card, .thumb').first().waitFor()

/** What is done on a page before its picture is taken, by the name of the state. */
const ACTS: [name: string, at: string, act: (page: Page) => Promise<unknown>][] = [
  ['open', DEMO, (page) => page.locator('summary').nth(1).click()],
  ['category', DEMO, (page) => page.locator('.chip').nth(2).click()],
  [
    'results',
    DEMO,
    async (page) => {
      await field(page).fill('plants')
      await page.locator('[role=status]', { hasText: /\d/ }).waitFor()
    },
  ],
  [
    'no-results',
    DEMO,
    async (page) => {
      await field(page).fill('zeppelin')
      await page.getByText('No FAQs Found').waitFor()
    },
  ],
  [
    'thinking',
    DEMO,
    async (page) => {
      await page.route('**/api/public/ask', () => {})
      await ask(page, 'How often does a probe take a reading?')
      await page.getByText('Thinking...').waitFor()
    },
  ],
  [
    'answer',
    DEMO,
    async (page) => {
      await ask(page, 'How often does a probe take a reading?')
      await answered(page)
    },
  ],
  [
    'refusal',
    DEMO,
    async (page) => {
      await ask(page, 'Who won the zeppelin race of 1932?')
      await answered(page)
    },
  ],
  [
    'failure',
    DEMO,
    async (page) => {
      const body = 'event: error\ndata: {}\n\n'
      await page.route('**/api/public/ask', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
      await ask(page, 'How often does a probe take a reading?')
      await page.getByText('temporarily unable').waitFor()
    },
  ],
]

const named = (name: string, path: string, o: Partial<Screen> = {}): Screen => ({
  name: `faq-${name}`,
  path,
  signedIn: false,
  widths: WIDTHS,
  ...o,
})

/** The states' names, without the workspaces they need. */
export const visitorStateNames: string[] = [
  ...ACTS.map(([name]) => `faq-${name}`),
  ...['list', 'arabic', 'arabic-answer', 'branded', 'empty', 'long', 'own-page', 'missing'].map(
    (name) => `faq-${name}`,
  ),
]

/** Makes the workspaces, and says what to look at in them. */
export async function visitorStates(app: AppServer): Promise<Screen[]> {
  const branded = await newTenant(app, 'Woven Goods')
  const empty = await newTenant(app, 'Empty Goods')
  const credentials = ['--email', 'many@example.test', '--password', 'woven-thread-7', '--name', 'Many Goods']
  // A plan without limits: more than one page of questions.
  const many = await operator(app, [...credentials, '--free-access'])
  await call(
    app,
    'appearance/update',
    {
      header_bg_type: 'image',
      header_bg_image_url: '/header-presets/weave.svg',
      social_twitter: 'https://social.example/woven',
      social_facebook: 'https://social.example/woven',
      social_linkedin: 'https://social.example/woven',
    },
    { cookie: branded.cookie, 'x-workspace-id': branded.workspaceId },
  )
  const faqs = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      question: `How is cloth number ${i + 1} woven?`,
      answer: `On loom **${i + 1}**, by hand.`,
      category: i % 2 ? 'Product' : 'General',
      status: 'published',
    }))
  await restOf(app, branded)('/faqs/import', { body: { items: faqs(6) } })
  // A new workspace may hold fifty.
  await restOf(app, { key: many.api_key })('/faqs/import', { body: { items: faqs(450) } })
  return [
    named('list', DEMO),
    named('arabic', `${DEMO}?lang=ar`),
    named('arabic-answer', `${DEMO}?lang=ar&q=How+often+does+a+probe+take+a+reading%3F&ask=1`),
    named('branded', `/faq/${branded.subdomain}`),
    named('empty', `/faq/${empty.subdomain}`),
    named('long', `/faq/${many.subdomain}?page=2`),
    named('own-page', `${DEMO}/what-is-loamlark`),
    named('missing', '/faq/no-such-workspace', { status: 404 }),
    ...ACTS.map(([name, at, act]) => named(name, at, { act })),
  ]
}
