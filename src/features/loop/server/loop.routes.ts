import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { loopContract } from '../contract.ts'
import { addAlternatives, createGroupFaq, requestProof } from './answer-group.ts'
import { createAnswerTestRoutes } from './answer-tests/answer-tests.routes.ts'
import { createContradictionRoutes } from './contradictions/contradictions.routes.ts'
import { createDigestRoutes } from './digest/digest.routes.ts'
import { dismissGroup, reopenGroup } from './dismiss-group.ts'
import { draftFaq } from './draft-faq.ts'
import { groupDetails, listGroups, listPhrasings } from './groups.queries.ts'
import type { LoopServices } from './loop-services.ts'
import { mergeGroups, unmergeGroup } from './merge-groups.ts'
import { splitGroup } from './split-group.ts'
import { createSuggestedFaqsRoutes } from './suggested-faqs/suggested-faqs.routes.ts'

export function createLoopRoutes(services: LoopServices, guards: Guards) {
  const { inWorkspace } = guards
  const os = implement(loopContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    suggestedFaqs: createSuggestedFaqsRoutes(guards),
    digest: createDigestRoutes(guards),
    list: os.list.handler(({ context, input }) => listGroups(context.workspace, input)),
    details: os.details.handler(({ context, input }) => groupDetails(context.workspace, input.id)),
    phrasings: os.phrasings.handler(({ context, input }) => listPhrasings(context.workspace, input)),
    merge: os.merge.handler(({ context, input }) => mergeGroups(context.workspace, input)),
    unmerge: os.unmerge.handler(({ context, input }) => unmergeGroup(context.workspace, input.id)),
    split: os.split.handler(({ context, input }) => splitGroup(context.workspace, input)),
    dismiss: os.dismiss.handler(({ context, input }) => dismissGroup(context.workspace, input)),
    reopen: os.reopen.handler(({ context, input }) => reopenGroup(context.workspace, input.id)),
    draft: os.draft.handler(({ context, input }) => draftFaq(services, context.workspace, input.id)),
    createFaq: os.createFaq.handler(({ context, input }) => createGroupFaq(context.workspace, input)),
    prove: os.prove.handler(({ context, input }) => requestProof(context.workspace, input.id)),
    addAlternatives: os.addAlternatives.handler(({ context, input }) => addAlternatives(context.workspace, input)),
    answerTests: createAnswerTestRoutes(guards),
    contradictions: createContradictionRoutes(guards),
  })
}
