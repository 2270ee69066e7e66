// npm run screenshots [-- name … folder …]: pictures of every screen on a phone, a tablet and a desk, light and dark, in
// screenshots/. Named folders, such as 390-dark, are taken alone. `npm run screenshots -- product` takes the pictures of the
// landing page instead.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { startApp } from '../tests/support/app/app-server.ts'
import { ensureBrowser, isSuperuser } from '../tests/support/browser/browser-binary.ts'
import { signUpWithWorkspace } from '../tests/support/browser/browser-people.ts'
import { openScreen } from './screenshots/open-screen.ts'
import { OPERATOR, operatorStates } from './screenshots/operator-states.ts'
import { takeProductPictures } from './screenshots/product-pictures.ts'
import { type Screen, schemes, screens, widths } from './screenshots/routes.ts'
import { visitorStateNames, visitorStates } from './screenshots/visitor-states.ts'
import { widgetStates } from './screenshots/widget-states.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'screenshots')

/** Loads the images that are far below, and waits for all. As text: this file is typed without a document. */
const ALL_IMAGES = `Promise.all([...document.images].map((image) => {
  image.loading = 'eager'
  return image.decode().catch(() => {})
}))`

/** Takes one picture. @returns what is wrong with the screen, as far as a program can see it */
async function capture(context: BrowserContext, screen: Screen, file: string): Promise<string[]> {
  const wrong: string[] = []
  const page = await context.newPage()
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => {
    // The status of the page itself is checked below.
    const own = message.location().url.endsWith(screen.path)
    if (message.type() === 'error' && !own) wrong.push(message.text())
  })
  wrong.push(...(await openScreen(page, screen)))
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (excess > 0) wrong.push(`scrolls sideways by ${excess} px`)
  await page.evaluate(ALL_IMAGES)
  // A picture of the whole page repeats its sticky head where the page is scrolled to, behind a dialog for example.
  const scrolled = await page.evaluate(() => document.documentElement.scrollTop > 0)
  await page.screenshot({ path: file, fullPage: !scrolled, animations: 'disabled' })
  await page.close()
  return wrong
}

/** Takes all requested screens at one width in one color scheme. @returns the number of screens with problems */
async function captureAll(
  browser: Browser,
  baseURL: string,
  wanted: Screen[],
  width: number,
  scheme: 'light' | 'dark',
) {
  // On phones and tablets, controls that a mouse reveals are always visible.
  const touch = width < 1024
  const settings = {
    baseURL,
    colorScheme: scheme,
    reducedMotion: 'reduce' as const,
    timezoneId: 'UTC',
    hasTouch: touch,
    isMobile: touch,
  }
  const viewport = { width, height: width < 768 ? 812 : 900 }
  const stranger = await browser.newContext({ ...settings, viewport })
  const owner = await browser.newContext({ ...settings, viewport })
  await signUpWithWorkspace(await owner.newPage())
  let flawed = 0
  for (const screen of wanted) {
    const file = path.join(FOLDER, `${width}-${scheme}`, `${screen.name}.png`)
    const wrong = await capture(screen.signedIn ? owner : stranger, screen, file)
    console.log(`${path.relative(ROOT, file)}${wrong.length > 0 ? `: ${[...new Set(wrong)].join('; ')}` : ''}`)
    if (wrong.length > 0) flawed += 1
  }
  await stranger.close()
  await owner.close()
  return flawed
}

const folders = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme, name: `${width}-${scheme}` })))
const isFolder = (name: string) => folders.some((folder) => folder.name === name)
const chosen = process.argv.slice(2)
const isForSite = chosen.includes('product')
const names = chosen.filter((name) => !isFolder(name))
const wantedFolders = chosen.some(isFolder) ? folders.filter(({ name }) => chosen.includes(name)) : folders
const isWanted = (name: string) => names.length === 0 || names.includes(name)
const fixed = [...screens, ...widgetStates, ...operatorStates]
const known = [...fixed.map(({ name }) => name), ...visitorStateNames]
if (!isForSite && !known.some(isWanted)) throw new Error(`No such screen; there are ${known.join(', ')}`)
const built = spawnSync(process.execPath, [path.join(ROOT, 'scripts', 'build.mjs'), '--if-changed'], {
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(1)

const executablePath = await ensureBrowser((line) => console.log(line))
const app = await startApp({ env: { SEED_DEMO: 'on', OPERATOR_EMAIL: OPERATOR.email } })
// Hinting moves letters of text that is drawn without a display to whole pixels, so that words run together.
const args = ['--font-render-hinting=none', ...(isSuperuser() ? ['--no-sandbox'] : [])]
const browser = await chromium.launch({ executablePath, args })
/** Takes the requested screens in the requested folders. */
async function captureWanted(): Promise<void> {
  const states = visitorStateNames.some(isWanted) ? await visitorStates(app) : []
  const wanted = [...fixed, ...states].filter(({ name }) => isWanted(name))
  let flawed = 0
  for (const { name, width, scheme } of wantedFolders) {
    if (names.length === 0) rmSync(path.join(FOLDER, name), { recursive: true, force: true })
    flawed += await captureAll(browser, app.url, wanted, width, scheme)
  }
  console.log(`${wanted.length * wantedFolders.length} pictures, ${flawed} with something to look at`)
}

try {
  if (isForSite) await takeProductPictures(browser, app)
  else await captureWanted()
} finally {
  await browser.close()
  await app.stop()
}
