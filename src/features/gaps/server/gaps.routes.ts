import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { AnsweringServices } from '../../answering/server/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { gapsContract } from '../contract.ts'
import { addAlternatives, createGapFaq, requestVerification } from './answer-gap.ts'
import { closestEntries } from './closest-entries.ts'
import { dismissGap, reopenGap } from './dismiss-gap.ts'
import { draftFaq } from './draft-faq.ts'
import { gapDetails, listGaps, listPhrasings } from './gaps.queries.ts'
import { mergeGaps, unmergeGap } from './merge-gaps.ts'
import { movePhrasings, splitGap } from './move-phrasings.ts'
import { previewAlternatives, type TestedQuestions } from './preview-alternatives.ts'

/** @param testedQuestions questions of the answer tests, a later feature */
export function createGapsRoutes(
  answering: AnsweringServices,
  { inWorkspace }: Guards,
  testedQuestions: TestedQuestions,
) {
  const contractRouter = implement(gapsContract).$context<RequestContext>().use(inWorkspace)
  return contractRouter.router({
    list: contractRouter.list.handler(({ context, input }) => listGaps(context.workspace, input)),
    details: contractRouter.details.handler(({ context, input }) => gapDetails(context.workspace, input.id)),
    phrasings: contractRouter.phrasings.handler(({ context, input }) => listPhrasings(context.workspace, input)),
    merge: contractRouter.merge.handler(({ context, input }) => mergeGaps(context.workspace, input)),
    unmerge: contractRouter.unmerge.handler(({ context, input }) => unmergeGap(context.workspace, input.id)),
    split: contractRouter.split.handler(({ context, input }) => splitGap(context.workspace, input)),
    movePhrasings: contractRouter.movePhrasings.handler(({ context, input }) =>
      movePhrasings(context.workspace, input),
    ),
    dismiss: contractRouter.dismiss.handler(({ context, input }) => dismissGap(context.workspace, input)),
    reopen: contractRouter.reopen.handler(({ context, input }) => reopenGap(context.workspace, input.id)),
    draft: contractRouter.draft.handler(({ context, input }) => draftFaq(answering, context.workspace, input.id)),
    createFaq: contractRouter.createFaq.handler(({ context, input }) => createGapFaq(context.workspace, input)),
    verify: contractRouter.verify.handler(({ context, input }) => requestVerification(context.workspace, input.id)),
    closest: contractRouter.closest.handler(({ context, input }) =>
      closestEntries(answering, context.workspace, input.id),
    ),
    previewAlternatives: contractRouter.previewAlternatives.handler(({ context, input }) =>
      previewAlternatives(context.workspace, input, testedQuestions),
    ),
    addAlternatives: contractRouter.addAlternatives.handler(({ context, input }) =>
      addAlternatives(context.workspace, input, testedQuestions),
    ),
  })
}
