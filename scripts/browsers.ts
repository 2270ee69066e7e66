// npm run test:browsers: the main paths in Firefox and WebKit, as far as this machine has them. Chromium runs all of
// "npm test". Ends with 1 when a path fails; a browser that is missing is named.
import { spawnSync } from 'node:child_process'
import { startApp } from '../tests/support/app/app-server.ts'
import { operator } from '../tests/support/app/operator-command.ts'
import { startHostSite } from '../tests/support/websites/host-site.ts'
import { startFirefox } from './browsers/firefox.ts'
import { FAQ, journeys } from './browsers/journeys.ts'
import type { RemoteBrowser } from './browsers/remote-browser.ts'
import { userActions } from './browsers/user-actions.ts'
import { findMiniBrowser, startWebkit } from './browsers/webkit.ts'

/** Returns the program's path, as the shell finds it. */
function find(...names: string[]): string | undefined {
  for (const name of names) {
    const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (stdout.trim()) return stdout.trim()
  }
  return undefined
}

const firefox = find('firefox-esr', 'firefox')
const driver = find('WebKitWebDriver')
const miniBrowser = findMiniBrowser()

const browsers: { name: string; packages: string; start: (() => Promise<RemoteBrowser>) | undefined }[] = [
  { name: 'Firefox', packages: 'firefox-esr', start: firefox ? () => startFirefox(firefox) : undefined },
  {
    name: 'WebKit',
    packages: 'webkit2gtk-driver and xvfb',
    start: driver && miniBrowser && find('xvfb-run') ? () => startWebkit(driver, miniBrowser) : undefined,
  },
]

let failed = 0
const app = await startApp({ env: { SEED_DEMO: 'on' } })
const host = await startHostSite()
try {
  const owner = ['--email', 'weaver@example.test', '--password', 'woven-thread-7', '--name', 'Woven Goods']
  const workspace = await operator(app, [...owner, '--free-access'])
  const created = await fetch(`${app.url}/api/v1/faqs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(FAQ),
  })
  if (!created.ok) throw new Error(`The FAQ was not created: ${await created.text()}`)
  for (const [index, { name, packages, start }] of browsers.entries()) {
    if (!start) {
      console.log(`${name}: not tried, this machine does not have it (Debian: ${packages})`)
      continue
    }
    const browser = await start()
    console.log(browser.name)
    try {
      for (const journey of journeys) {
        const user = userActions(browser)
        const email = `ada-${index}@example.test`
        try {
          await journey.run(user, { url: app.url, workspace, host, email })
          console.log(`  passed  ${journey.name}`)
        } catch (error) {
          failed += 1
          console.log(`  FAILED  ${journey.name}:`, error instanceof Error ? error.message : error)
          console.log(`The page shows:\n${await user.shown()}`)
        }
      }
    } finally {
      await browser.close()
    }
  }
} finally {
  await host.close()
  await app.stop()
}
process.exitCode = failed > 0 ? 1 : 0
