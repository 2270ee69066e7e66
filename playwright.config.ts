import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import type { WorkerOptions } from './tests/support/browser/browser.ts'
import { findBrowser, isSuperuser } from './tests/support/browser/browser-binary.ts'

// Chromium loads two pages for its address bar in every window, which take as long as many a test, and keeps a process
// ready for the next site. Only the last of several such feature lists counts, so this one repeats Playwright's own.
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
]

// The browser itself must stay quiet too: without these it looks up and asks its maker's hosts at every start.
const QUIET = [
  `--disable-features=${LEFT_OUT.join()}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--disable-gpu-rasterization',
  '--no-first-run',
]

// Tests run on PostgreSQL: the look and behavior in the browser do not depend on the database, the verbs are tested below
// the browser, and the servers take less than half of the processor time there (ADR 186). These run on PGlite as well:
// the complete user flow, live changes, reading files and websites, the APIs, the server process and the operator
// commands.
const ON_BOTH = [
  'ingestion',
  'journey',
  'kill-survival',
  'live-changes',
  'operating',
  'process',
  'public-api',
  'webhook-survival',
  'workspace-api',
]

// These run on PGlite only: it is killed, its disk is full, or it has more to do than the process can handle.
const ONLY_EMBEDDED = ['disk-faults', 'idempotency-kill', 'overload']

// These take minutes: `npm run test:soak` runs them.
const LONG = ['every-screen']

for (const name of [...ON_BOTH, ...ONLY_EMBEDDED, ...LONG])
  if (!existsSync(`${import.meta.dirname}/tests/e2e/${name}.spec.ts`)) throw new Error(`No test is called ${name}`)

const files = (names: string[]) => names.map((name) => `**/${name}.spec.ts`)

const ignored = [...ONLY_EMBEDDED, ...(process.env.SOAK === 'on' ? [] : LONG)]

// Needs commands that exist on Linux only.
const ON_LINUX = ['**/disk-faults.spec.ts']

export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/database/prepared-databases.ts',
  outputDir: 'test-results',
  // An end-to-end test waits for timers, disks and animations about half of its time: three keep two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // Recording every step for the few that fail costs all of them; `--trace on` records those that are looked into. The
    // recorder fetches images by itself, which the policy of some pages forbids: such tests then report violations.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: findBrowser(),
      args: isSuperuser() ? [...QUIET, '--no-sandbox'] : QUIET,
    },
  },
  projects: [
    {
      name: 'pglite',
      use: { database: 'pglite' },
      testMatch: files([...ON_BOTH, ...ONLY_EMBEDDED]),
      testIgnore: process.platform === 'linux' ? [] : ON_LINUX,
    },
    {
      name: 'postgres',
      // Frames of animations take a tenth of the browser's processor time. Things move in the tests on PGlite, and in files
      // with `WITH_MOTION`.
      use: { database: 'postgres', contextOptions: { reducedMotion: 'reduce' } },
      testIgnore: files(ignored),
    },
  ],
})
