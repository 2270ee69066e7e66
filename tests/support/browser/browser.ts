// Playwright's `test` with a server of the worker's own, and with every page under watch: a violated content security
// policy, an error on the console, an uncaught exception or a request to a third party fails the test it happens in.
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type AppServer, type DatabaseKind, startApp } from '../app/app-server.ts'

/** Settings of a project or a file. */
export type WorkerOptions = {
  database: DatabaseKind
  /** Host name in the server's addresses: passkeys need a name instead of an IP address. */
  serverHost: '127.0.0.1' | 'localhost'
  /** Added to the server's environment; a file that changes it gets a server of its own. */
  serverEnv: Record<string, string>
}

type WorkerFixtures = WorkerOptions & { app: AppServer }

type TestFixtures = {
  /** Console errors that this test provokes. Answers with a status below 500 need not be named. */
  expectedErrors: RegExp[]
  /** Errors of the monitored pages; empty at the end of a passing test. */
  pageErrors: string[]
  /** Another person's browser, equally watched: cookies and storage of its own. */
  newPerson: (options?: BrowserContextOptions) => Promise<Page>
}

/** `serverEnv` of the files that read the demo or search the docs; they share their servers. */
export const WITH_DEMO = { SEED_DEMO: 'on' }

/** For the files whose tests are about what moves: the other tests on PostgreSQL prefer reduced motion. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

const isOwnMachine = (url: string) =>
  /^(https?|wss?):\/\/(127\.0\.0\.1|localhost|\[::1\]|[^/:]+\.localhost)([:/]|$)/.test(url)
const isInline = (url: string) => /^(data|blob|about):/.test(url)

// The browser reports an answer like 401 as an error, though the application expects and shows it.
const EXPECTED_STATUS = /^Failed to load resource: the server responded with a status of 4\d\d/

// Runs in the page, before its own scripts. As text: this file is typed without a document.
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('CSP violation: ' + event.effectiveDirective + ' blocked ' + event.blockedURI)
})`

/** Maximum length, in characters, of the page description printed for a failed test. */
const MAX_SHOWN = 4_000

/** Starts watching every page of a context. */
async function watch(context: BrowserContext, pageErrors: string[], expected: RegExp[]): Promise<void> {
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() !== 'error' || EXPECTED_STATUS.test(text)) return
    if (!expected.some((pattern) => pattern.test(text))) pageErrors.push(`console: ${text} (${message.location().url})`)
  })
  context.on('weberror', (webError) => {
    const text = webError.error().message
    if (!expected.some((pattern) => pattern.test(text))) pageErrors.push(`exception: ${text}`)
  })
  context.on('request', (request) => {
    const url = request.url()
    if (!isOwnMachine(url) && !isInline(url)) pageErrors.push(`third party: ${url}`)
  })
  await context.addInitScript({ content: REPORT_VIOLATIONS })
}

/** A test may end while a route of its own still asks the server: the answer then comes to a browser that is gone. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Prints the roles and names on each page of a failed test, because screenshots are not always available. */
async function tellWhatIsShown(context: BrowserContext, title: string): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: Error) => error.message)
    console.log(`When “${title}” failed, ${page.url()} showed:\n${shown.slice(0, MAX_SHOWN)}`)
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: ['pglite', { option: true, scope: 'worker' }],
  serverHost: ['127.0.0.1', { option: true, scope: 'worker' }],
  serverEnv: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ database, serverHost, serverEnv }, use) => {
      const app = await startApp({ database, host: serverHost, env: serverEnv })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  expectedErrors: [[], { option: true }],
  pageErrors: [
    async ({ app }, use, testInfo) => {
      const pageErrors: string[] = []
      const logged = app.logs().length
      await use(pageErrors)
      if (testInfo.status !== testInfo.expectedStatus || pageErrors.length > 0) {
        await testInfo.attach('server log', { body: app.logs().slice(logged), contentType: 'text/plain' })
      }
      expect(pageErrors, 'errors, violations and third-party requests on the pages').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, pageErrors, expectedErrors }, use, testInfo) => {
    await watch(context, pageErrors, expectedErrors)
    await use(context)
    await endRoutes(context)
    if (testInfo.status !== testInfo.expectedStatus) await tellWhatIsShown(context, testInfo.title)
  },
  newPerson: async ({ browser, baseURL, pageErrors, expectedErrors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, ...options })
      contexts.push(context)
      await watch(context, pageErrors, expectedErrors)
      return context.newPage()
    })
    for (const context of contexts) {
      await endRoutes(context)
      await context.close()
    }
  },
})

export { expect }
