import { defineConfig } from '@playwright/test'
import type { WorkerOptions } from './tests/support/browser/browser.ts'
import { findBrowser, isSuperuser } from './tests/support/browser/browser-binary.ts'

// Every window of Chromium loads two pages for its address bar, which nobody sees here and which take as much as many a
// test. Of several such lists the last one counts, so it names what Playwright leaves out as well.
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

// How things look and behave in the browser does not depend on the database, and what the verbs do on each is tested
// below the browser. These run on both: the whole journey, reading of files and websites, the APIs, the server as a
// process and what its operator does.
const ON_BOTH = ['ingestion', 'journey', 'kill-survival', 'operating', 'process', 'public-api', 'workspace-api'].map(
  (name) => `**/${name}.spec.ts`,
)

// Several processes on one database, and what becomes of them without it: PostgreSQL only.
const ON_POSTGRES = ['data-move', 'database-faults', 'nodes', 'plain-database-user'].map((name) => `**/${name}.spec.ts`)

// What is done to the disk there, other systems have no command for.
const ON_LINUX = ['**/disk-faults.spec.ts']

export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/database/prepared-cluster.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // Recording every step for the few that fail costs all of them; `--trace on` records those that are looked into.
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
      testIgnore: process.platform === 'linux' ? ON_POSTGRES : [...ON_POSTGRES, ...ON_LINUX],
    },
    { name: 'postgres', use: { database: 'postgres' }, testMatch: [...ON_BOTH, ...ON_POSTGRES] },
  ],
})
