// Everything that members can do, integrators can do by API key, except for what is named here with its reason.
import { expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { procedures } from './support/app/procedures.ts'

const PERSON = 'concerns the signed-in person, not the workspace'
const IDENTITY = 'asks for a password or passkey'
const OTHER_CALL = 'another call returns the same'

const WITHOUT_ROUTE: Record<string, string> = {
  'workspaces/delete': IDENTITY,
  'workspaces/requireSecondFactor': IDENTITY,
  'workspaces/apiKeys/list': 'a key that leaks must not show or revoke others',
  'workspaces/apiKeys/create': IDENTITY,
  'workspaces/apiKeys/revoke': 'a key that leaks must not show or revoke others',
  'team/members/leave': PERSON,
  'team/transfers/list': PERSON,
  'team/transfers/offer': PERSON,
  'team/transfers/accept': PERSON,
  'team/transfers/withdraw': PERSON,
  'team/transfers/takeOver': PERSON,
  'faqs/rows': `${OTHER_CALL}: faqs/list`,
  'faqs/matching': `${OTHER_CALL}: faqs/list`,
  'faqs/categories': `${OTHER_CALL}: faqs/categoryList/get`,
  'questions/unread': PERSON,
  'questions/markViewed': PERSON,
  'appearance/checkCss': `${OTHER_CALL}: appearance/update`,
  'digest/get': PERSON,
  'digest/set': PERSON,
  'digest/sendNow': PERSON,
  'integrations/connect': 'a person signs in at the service, in a browser',
  'visitors/preview': `${OTHER_CALL}: the public page`,
  'mcp/allowConnection': 'a person gives an assistant their consent, in a browser',
  'dashboard/firstSteps': PERSON,
  'dashboard/dismissFirstSteps': PERSON,
}

const inWorkspace = procedures(contract).filter(({ meta }) => meta.access === 'workspace')

it('every procedure of a workspace has a route, or a reason for having none', () => {
  const without = inWorkspace.filter(({ route }) => route.path === undefined)
  expect(without.map(({ path }) => path).sort()).toEqual(Object.keys(WITHOUT_ROUTE).sort())
})

it('every route has its own address and a matching method', () => {
  const routes = inWorkspace.flatMap(({ route, meta }) => (route.path ? [{ ...route, meta }] : []))
  const addresses = routes.map(({ method, path }) => `${method} ${path?.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const { method, path, meta } of routes)
    expect(`${path} ${meta.writes ? method !== 'GET' : true}`).toBe(`${path} true`)
})
