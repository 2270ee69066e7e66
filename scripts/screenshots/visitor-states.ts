// The public page in every state it can be in, on workspaces made for the purpose.
import type { Page } from '@playwright/test'
import type { AppServer } from '../../tests/support/app/app-server.ts'
import { operator } from '../../tests/support/app/operator-command.ts'
import { call, newTenant, restOf } from '../../tests/support/network/http-client.ts'
import type { Screen } from './routes.ts'

const DEMO = '/faq/demo'

const field = (page: Page) => page.getByRole('searchbox')
const ask = async (page: Page, question: string) => {
  await field(page).fill(question)
  await page.keyboard.press('Enter')
}
const answered = (page: Page) => page.locator('.answer-card, .thumb').first().waitFor()

/** Actions on a page before its screenshot, by the name of the state. */
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
    'voted',
    DEMO,
    async (page) => {
      await ask(page, 'How often does a probe take a reading?')
      await page.locator('.thumb').last().click()
      await page.locator('.thumb[aria-pressed=true]').waitFor()
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
    'handed-over',
    DEMO,
    async (page) => {
      await ask(page, 'Who won the zeppelin race of 1932?')
      await page.locator('#_email').fill('visitor@example.test')
      await page.getByRole('button', { name: 'Ask a person' }).click()
      await page.getByText('A person will get back to you.').last().waitFor()
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

const named = (name: string, path: string, options: Partial<Screen> = {}): Screen => ({
  name: `faq-${name}`,
  path,
  signedIn: false,
  ...options,
})

/** The states' names, without the workspaces they need. */
export const visitorStateNames: string[] = [
  ...ACTS.map(([name]) => `faq-${name}`),
  ...[
    'list',
    'arabic',
    'arabic-answer',
    'branded',
    'gradient',
    'light',
    'empty',
    'empty-category',
    'long',
    'own-page',
    'own-page-voted',
    'sent-without-script',
    'missing',
  ].map((name) => `faq-${name}`),
]

/** Makes the workspaces, and says what to look at in them. */
export async function visitorStates(app: AppServer): Promise<Screen[]> {
  const branded = await newTenant(app, 'Woven Goods')
  const gradient = await newTenant(app, 'Gradient Goods')
  const light = await newTenant(app, 'Light Goods')
  const empty = await newTenant(app, 'Empty Goods')
  const credentials = ['--email', 'many@example.test', '--password', 'woven-thread-7', '--name', 'Many Goods']
  // A plan without limits: more than one page of questions.
  const many = await operator(app, [...credentials, '--free-access'])
  const dress = ({ cookie, workspaceId }: typeof light, looks: object) =>
    call(app, 'appearance/update', looks, { cookie, 'x-workspace-id': workspaceId })
  await dress(branded, {
    header_bg_type: 'image',
    header_bg_image_url: '/header-presets/weave.svg',
    social_twitter: 'https://social.example/woven',
    social_facebook: 'https://social.example/woven',
    social_linkedin: 'https://social.example/woven',
  })
  await dress(gradient, {
    header_bg_type: 'gradient',
    header_bg_gradient_from: '#164e63',
    header_bg_gradient_to: '#312e81',
    header_bg_gradient_direction: 'to-br',
  })
  await dress(light, { header_bg_color: '#f4e9d8', header_text_color: '#5a2230', widget_show_powered_by: false })
  const faqs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      question: `How is cloth number ${index + 1} woven?`,
      answer: `On loom **${index + 1}**, by hand.`,
      category: index % 2 ? 'Product' : 'General',
      status: 'published',
    }))
  for (const tenant of [branded, gradient, light])
    await restOf(app, tenant)('/faqs/import', { body: { items: faqs(6) } })
  // A new workspace may hold fifty.
  await restOf(app, { key: many.api_key })('/faqs/import', { body: { items: faqs(450) } })
  return [
    named('list', DEMO),
    named('arabic', `${DEMO}?lang=ar`),
    named('arabic-answer', `${DEMO}?lang=ar&q=How+often+does+a+probe+take+a+reading%3F&ask=1`),
    named('branded', `/faq/${branded.subdomain}`),
    named('gradient', `/faq/${gradient.subdomain}`),
    named('light', `/faq/${light.subdomain}`),
    named('empty', `/faq/${empty.subdomain}`),
    named('empty-category', `/faq/${empty.subdomain}?category=Billing`),
    named('long', `/faq/${many.subdomain}?page=2`),
    named('own-page', `${DEMO}/what-is-loamlark`),
    named('own-page-voted', `${DEMO}/what-is-loamlark?voted=1`),
    named('sent-without-script', `${DEMO}?q=Who+won+the+zeppelin+race+of+1932%3F&sent=1`),
    named('missing', '/faq/no-such-workspace', { status: 404 }),
    ...ACTS.map(([name, at, act]) => named(name, at, { act })),
  ]
}
