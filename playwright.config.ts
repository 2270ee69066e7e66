import { defineConfig } from '@playwright/test'
import type { WorkerOptions } from './tests/support/browser/browser.ts'
import { findBrowser, isSuperuser } from './tests/support/browser/browser-binary.ts'

// Chromium loads two pages for its address bar in every window, which take as long as many a test. Only the last of
// several such feature lists counts, so this one repeats Playwright's own.
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

// These run on both: the complete user flow, reading files and websites, the APIs, the server process and the operator
// commands.
const ON_BOTH = [
  'ingestion',
  'journey',
  'kill-survival',
  'operating',
  'process',
  'public-api',
  'webhook-survival',
  'workspace-api',
]

// Several processes on one database, and what becomes of them without it.
const SEVERAL_PROCESSES = ['data-move', 'database-faults', 'nodes', 'plain-database-user']

// The look and behavior in the browser do not depend on the database, and the verbs are tested on both databases below
// the browser. On PostgreSQL these take less than half of the server's processor time (ADR 186).
const INDEPENDENT = [
  'account-takeover',
  'answer-editor',
  'answer-images',
  'answer-tests',
  'api-docs',
  'api-key-limits',
  'ask-challenge',
  'auth',
  'auth-closed',
  'auth-public',
  'auth-reset',
  'billing-public',
  'brand',
  'chosen-plan',
  'client',
  'client-limits',
  'components-elements',
  'contradictions',
  'dashboard',
  'dashboard-weight',
  'documentation-site',
  'doubtful-answers',
  'faq-dialogs',
  'faq-editor',
  'faq-files',
  'faq-history',
  'faqs-table',
  'first-steps',
  'help-health',
  'hidden-pages',
  'keyboard-billing',
  'keyboard-gap',
  'keyboard-integrations',
  'knowledge',
  'knowledge-search',
  'layout-shifts',
  'mcp-workspace',
  'menus',
  'misdirected-hosts',
  'page-rules',
  'palette-and-theme',
  'passkeys',
  'procedure-limits',
  'profile',
  'profile-picture',
  'profile-security',
  'profile-workspaces',
  'public-page',
  'public-page-branding',
  'public-page-collections',
  'public-page-hardship',
  'public-page-languages',
  'public-page-scale',
  'public-page-search',
  'questions-filters',
  'questions-move-all',
  'questions-panes',
  'questions-saved-replies',
  'questions-teamwork',
  'questions-work',
  'reverse-proxy',
  'second-factor',
  'settings-answering',
  'settings-screens',
  'shell',
  'site',
  'suggested-sections',
  'team',
  'webhooks',
  'widget-assistant',
  'widget-editor',
  'widget-editor-conflicts',
  'widget-editor-reach',
  'widget-frame',
  'widget-launcher',
  'widget-page-rules',
  'workspace-settings',
  'workspace-setup',
  'workspace-switcher',
]

const files = (names: string[]) => names.map((name) => `**/${name}.spec.ts`)
const ON_POSTGRES = files([...SEVERAL_PROCESSES, ...INDEPENDENT])

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
    { name: 'postgres', use: { database: 'postgres' }, testMatch: [...files(ON_BOTH), ...ON_POSTGRES] },
  ],
})
