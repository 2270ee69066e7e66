import { accountsContract } from './features/accounts/contract.ts'
import { appearanceContract } from './features/appearance/contract.ts'
import { billingContract } from './features/billing/contract.ts'
import { dashboardContract } from './features/dashboard/contract.ts'
import { domainsContract } from './features/domains/contract.ts'
import { faqsContract } from './features/faqs/contract.ts'
import { integrationsContract } from './features/integrations/contract.ts'
import { knowledgeContract } from './features/knowledge/contract.ts'
import { loopContract } from './features/loop/contract.ts'
import { questionsContract } from './features/questions/contract.ts'
import { teamContract } from './features/team/contract.ts'
import { visitorsContract } from './features/visitors/contract.ts'
import { workspacesContract } from './features/workspaces/contract.ts'

/** Every procedure of the product: RPC under /api/rpc, and REST under /api/v1 for those that declare a route. */
export const contract = {
  accounts: accountsContract,
  billing: billingContract,
  workspaces: workspacesContract,
  team: teamContract,
  knowledge: knowledgeContract,
  faqs: faqsContract,
  questions: questionsContract,
  loop: loopContract,
  integrations: integrationsContract,
  visitors: visitorsContract,
  appearance: appearanceContract,
  domains: domainsContract,
  dashboard: dashboardContract,
}
export type AppContract = typeof contract
