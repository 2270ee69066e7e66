import { accountsContract } from './features/accounts/contract.ts'
import { answerTestsContract } from './features/answer-tests/contract.ts'
import { answeringContract } from './features/answering/contract.ts'
import { appearanceContract } from './features/appearance/contract.ts'
import { billingContract } from './features/billing/contract.ts'
import { contradictionsContract } from './features/contradictions/contract.ts'
import { dashboardContract } from './features/dashboard/contract.ts'
import { digestContract } from './features/digest/contract.ts'
import { domainsContract } from './features/domains/contract.ts'
import { doubtfulAnswersContract } from './features/doubtful-answers/contract.ts'
import { faqsContract } from './features/faqs/contract.ts'
import { gapsContract } from './features/gaps/contract.ts'
import { helpHealthContract } from './features/help-health/contract.ts'
import { integrationsContract } from './features/integrations/contract.ts'
import { knowledgeContract } from './features/knowledge/contract.ts'
import { mcpContract } from './features/mcp/contract.ts'
import { pageRulesContract } from './features/page-rules/contract.ts'
import { questionsContract } from './features/questions/contract.ts'
import { suggestionsContract } from './features/suggestions/contract.ts'
import { teamContract } from './features/team/contract.ts'
import { visitorsContract } from './features/visitors/contract.ts'
import { webhooksContract } from './features/webhooks/contract.ts'
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
  answering: answeringContract,
  gaps: gapsContract,
  doubtfulAnswers: doubtfulAnswersContract,
  suggestions: suggestionsContract,
  answerTests: answerTestsContract,
  contradictions: contradictionsContract,
  helpHealth: helpHealthContract,
  digest: digestContract,
  webhooks: webhooksContract,
  integrations: integrationsContract,
  visitors: visitorsContract,
  appearance: appearanceContract,
  pageRules: pageRulesContract,
  domains: domainsContract,
  mcp: mcpContract,
  dashboard: dashboardContract,
}
export type AppContract = typeof contract
