import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { ContractRouterClient } from '@orpc/contract'
import type { output, ZodObject } from 'zod'
import type { answerTestsContract } from '../../../answer-tests/contract.ts'
import type { faqsContract } from '../../../faqs/contract.ts'
import type { gapsContract } from '../../../gaps/contract.ts'
import type { knowledgeContract } from '../../../knowledge/contract.ts'

/** The procedures that tools call, as the caller of the request: each checks the permission itself. */
export type WorkspaceApi = ContractRouterClient<{
  answerTests: Pick<typeof answerTestsContract, 'details' | 'list' | 'runAll'>
  faqs: Pick<typeof faqsContract, 'create' | 'get' | 'list' | 'update'>
  gaps: Pick<typeof gapsContract, 'closest' | 'createFaq' | 'details' | 'draft' | 'list' | 'phrasings' | 'verify'>
  knowledge: Pick<typeof knowledgeContract, 'createTexts' | 'sources' | 'websites'>
}> & {
  /** Procedures of a later feature, whose contract is out of reach here. */
  dashboard: { stats(): Promise<object>; insights(input: { edges: string[] }): Promise<object> }
}

export interface WorkspaceTool {
  name: string
  title: string
  description: string
  input: ZodObject
  annotations: ToolAnnotations
  /** The result is an object, and nothing in it is secret to members. */
  run(api: WorkspaceApi, input: Record<string, unknown>): Promise<object>
}

/** Ties the type of a tool's input to its schema. */
export const workspaceTool = <I extends ZodObject>(
  toolDefinition: Omit<WorkspaceTool, 'input' | 'run'> & {
    input: I
    run(api: WorkspaceApi, input: output<I>): Promise<object>
  },
): WorkspaceTool => ({ ...toolDefinition, run: (api, toolInput) => toolDefinition.run(api, toolInput as output<I>) })

const CLOSED_WORLD = { openWorldHint: false }
/** Changes nothing. */
export const READ_ONLY_HINTS = { ...CLOSED_WORLD, readOnlyHint: true, destructiveHint: false, idempotentHint: true }
/** Adds something that visitors do not see before a person or another tool publishes it. */
export const ADDING_HINTS = { ...CLOSED_WORLD, readOnlyHint: false, destructiveHint: false, idempotentHint: false }
/** Starts something that changes no content; again, it starts again. */
export const STARTING_HINTS = { ...CLOSED_WORLD, readOnlyHint: false, destructiveHint: false, idempotentHint: true }
/** Changes what visitors read: clients should ask a person first. */
export const PUBLISHING_HINTS = { ...CLOSED_WORLD, readOnlyHint: false, destructiveHint: true, idempotentHint: true }
