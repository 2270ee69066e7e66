// People for the end-to-end tests: they arrive through the same calls that the screens make, so that a test about
// something else need not begin with a form.
import type { Locator, Page } from '@playwright/test'

/** A person with an account and its credentials. */
export type Person = { email: string; password: string; firstName: string; lastName: string }

/** A workspace as its creator knows it. */
export type OwnWorkspace = { id: string; subdomain: string; name: string }

let people = 0

/** Calls a procedure with the page's cookies, as the dashboard does. @throws Error with the answer when it is refused */
async function call(page: Page, procedure: string, input: object): Promise<unknown> {
  const response = await page.request.post(`/api/rpc/${procedure}`, { data: { json: input } })
  if (!response.ok()) throw new Error(`${procedure} answered ${response.status()}: ${await response.text()}`)
  const answer: { json: unknown } = await response.json()
  return answer.json
}

/** Signs up a new person in this page's browser; on a local instance they are signed in afterwards. */
export async function signUp(page: Page, changes: Partial<Person> = {}): Promise<Person> {
  people += 1
  const email = `person-${process.pid}-${people}@example.test`
  const person = { email, password: 'woven-thread-7', firstName: 'Ada', lastName: 'Weaver', ...changes }
  const { password, firstName: first_name, lastName: last_name } = person
  await call(page, 'accounts/signUp', { email: person.email, password, first_name, last_name })
  return person
}

/** Creates a workspace for the person signed in on this page. */
export async function createWorkspace(page: Page, name = 'Woven Goods'): Promise<OwnWorkspace> {
  const input = { name, website_url: 'https://woven.example.test' }
  const { id, subdomain } = (await call(page, 'workspaces/create', input)) as OwnWorkspace
  return { id, subdomain, name }
}

/** A person with a workspace, which is where most end-to-end tests begin. */
export async function signUpWithWorkspace(
  page: Page,
  name?: string,
): Promise<{ person: Person; workspace: OwnWorkspace }> {
  const person = await signUp(page)
  return { person, workspace: await createWorkspace(page, name) }
}

/** Signs in with the form on this page. */
export async function signInByForm(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** The secret of an authenticator app, from the dialog that shows it. */
export const secretIn = async (dialog: Locator): Promise<string> =>
  ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '')
