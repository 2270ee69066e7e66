import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { domainsContract } from '../contract.ts'
import { type DomainServices, getDomain, removeDomain, setDomain } from './custom-domain.ts'
import { verifyDomain } from './verify-domain.ts'

export function createDomainsRoutes(services: DomainServices, guards: Guards) {
  const procedures = implement(domainsContract).$context<RequestContext>().use(guards.inWorkspace)
  return procedures.router({
    get: procedures.get.handler(({ context }) => getDomain(services, context.workspace)),
    set: procedures.set.handler(({ context, input }) => setDomain(services, context.workspace, input)),
    verify: procedures.verify.handler(({ context }) => verifyDomain(services, context.workspace)),
    remove: procedures.remove.handler(({ context }) => removeDomain(services, context.workspace)),
  })
}
