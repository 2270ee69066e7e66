// Every screen of `npm run screenshots` on a desktop, light and dark, without accessibility violations: a new screen is
// checked as soon as it is added there. Phones are covered where a feature's own test calls `checkScreen`.
import type { Page } from '@playwright/test'
import { openScreen } from '../../scripts/screenshots/open-screen.ts'
import { OPERATOR, operatorStates } from '../../scripts/screenshots/operator-states.ts'
import { type Screen, screens } from '../../scripts/screenshots/routes.ts'
import { visitorStates } from '../../scripts/screenshots/visitor-states.ts'
import { widgetStates } from '../../scripts/screenshots/widget-states.ts'
import { problemsInBothSchemes } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'

// Screens that fail report their errors.
test.use({ serverEnv: { OPERATOR_EMAIL: OPERATOR.email }, expectedErrors: [/^(?!CSP violation)/] })
test.setTimeout(2_400_000)

/** Time until a screen counts as busy, in milliseconds: test machines may be slow. */
const BUSY_LIMIT_MS = 30_000

type NewPerson = (options: object) => Promise<Page>

/** Opens the screens one after the other, each in a page of its own. */
async function checkScreens(newPerson: NewPerson, list: readonly Screen[]): Promise<void> {
  const settings = { reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } }
  const owner = await newPerson(settings)
  const visitor = await newPerson(settings)
  if (list.some(({ signedIn }) => signedIn)) await signUpWithWorkspace(owner)
  for (const screen of list) {
    const page = await (screen.signedIn ? owner : visitor).context().newPage()
    page.setDefaultTimeout(BUSY_LIMIT_MS)
    expect.soft(await openScreen(page, screen, BUSY_LIMIT_MS), screen.name).toEqual([])
    expect.soft(await problemsInBothSchemes(page), screen.name).toEqual([])
    await page.close()
  }
}

test('the site and the dashboard have no violations', async ({ newPerson }) => {
  await checkScreens(newPerson, [...screens, ...operatorStates])
})

test('the public page and the widget have no violations', async ({ newPerson, app }) => {
  await checkScreens(newPerson, [...(await visitorStates(app)), ...widgetStates])
})
