import type { Context } from 'hono'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { type HttpEnv, normalizeOrigin, originAllowed } from '../../../../platform/http/index.ts'
import { decodeMessageReference, hasMessage } from '../../../questions/server/index.ts'
import { SERVED_EMBEDDINGS, type ServedEmbeddings } from '../../../ranking/server/index.ts'
import {
  SERVES_MCP,
  type VisitorContext,
  type VisitorScope,
  visitorScope,
  type WorkspaceName,
  type WorkspaceServices,
} from '../../../workspaces/server/index.ts'
import { type Asker, askingRefused, type Refusal, readingRefused, tokenRefused } from '../../domain/asker.ts'
import type { AskingVisitor } from '../answer-context.ts'
import type { AnsweringServices } from '../answer-question.ts'
import type { VisitorTokens } from './visitor-tokens.ts'

const REFUSALS: Record<Refusal, [code: string, message: string]> = {
  origin: ['widget.origin_not_allowed', 'This website may not use the widget of this workspace.'],
  token: ['widget.token_required', 'Questions to this workspace are asked on its page or in its widget.'],
}

export interface AdmitDependencies {
  workspaces: WorkspaceServices
  /** Our own pages live there, and on the host that was asked: it may be a workspace's own. */
  answering: Pick<AnsweringServices, 'appUrl' | 'semantic'>
  visitorTokens: VisitorTokens
}

function askerOf(context: Context<HttpEnv>, dependencies: AdmitDependencies, allowedOrigins: readonly string[]): Asker {
  const originHeader = context.req.header('origin')
  // An opaque origin (`null`: a sandboxed frame, a file) is an origin, and no own one.
  const origin = originHeader === undefined ? null : (normalizeOrigin(originHeader) ?? 'null')
  const originHost = origin && URL.canParse(origin) ? new URL(origin).host : null
  return {
    origin,
    isOwn:
      originHost !== null &&
      (originHost === dependencies.answering.appUrl.host || originHost === context.var.origin.host),
    isListed: origin !== null && originAllowed(origin, allowedOrigins),
    hasToken: false,
  }
}

/** @throws not_found */
async function requireScope(
  services: WorkspaceServices,
  workspaceName: WorkspaceName,
  further?: string,
): Promise<VisitorScope> {
  const scope = await visitorScope(services, workspaceName, further)
  if (!scope) throw notFound('workspace')
  return scope
}

/**
 * Finds a workspace for pages of this server, which need no admission.
 * @throws not_found
 */
export const requireWorkspace = async (
  services: WorkspaceServices,
  workspaceName: WorkspaceName,
): Promise<VisitorContext> => (await requireScope(services, workspaceName)).ctx

/**
 * Admits a visitor's request to the workspace that it names, if it may come from its origin. Where the workspace lists
 * origins, only they can read the answer across origins.
 *
 * @param purpose `read` what is published, or `ask`, with the token the request carries
 * @throws not_found; forbidden `widget.origin_not_allowed`, `widget.token_required`
 */
export async function admitVisitor(
  dependencies: AdmitDependencies,
  context: Context<HttpEnv>,
  workspaceName: WorkspaceName,
  purpose: 'read' | { token: string | undefined },
): Promise<VisitorContext | AskingVisitor> {
  const isAsking = purpose !== 'read' && dependencies.answering.semantic !== undefined
  const scope = await requireScope(dependencies.workspaces, workspaceName, isAsking ? SERVED_EMBEDDINGS : undefined)
  checkOrigin(dependencies, context, scope, purpose)
  return isAsking ? { ...scope.ctx, served: scope.further as ServedEmbeddings | null } : scope.ctx
}

/**
 * Admits an MCP client, which needs no token: a workspace that limits its widget to some sites has to switch its server on.
 *
 * @throws not_found, also `mcp.not_found` where the workspace has none; forbidden `widget.origin_not_allowed`
 */
export async function admitMcpClient(
  dependencies: AdmitDependencies,
  context: Context<HttpEnv>,
  workspaceName: WorkspaceName,
): Promise<VisitorContext> {
  const scope = await requireScope(dependencies.workspaces, workspaceName, SERVES_MCP)
  if (scope.further !== true)
    throw new AppError('not_found', 'mcp.not_found', 'This workspace does not offer its content over MCP.')
  checkOrigin(dependencies, context, scope, 'read')
  return scope.ctx
}

/** @throws forbidden `widget.origin_not_allowed`, `widget.token_required` */
function checkOrigin(
  dependencies: AdmitDependencies,
  context: Context<HttpEnv>,
  { ctx: visitor, allowedOrigins }: VisitorScope,
  purpose: 'read' | { token: string | undefined },
): void {
  if (allowedOrigins.length === 0) return
  context.set('corsOrigins', allowedOrigins)
  const hasToken =
    purpose !== 'read' &&
    dependencies.visitorTokens.isValid(purpose.token, visitor.workspaceId, context.var.clientAddress)
  const asker = { ...askerOf(context, dependencies, allowedOrigins), hasToken }
  const refusal = purpose === 'read' ? readingRefused(asker) : askingRefused(asker)
  if (refusal) throw new AppError('forbidden', ...REFUSALS[refusal])
}

/**
 * Issues the token that one of our own pages, or a component on a listed site, asks with.
 *
 * @throws not_found; forbidden `widget.origin_not_allowed`
 */
export async function issueVisitorToken(
  dependencies: AdmitDependencies,
  context: Context<HttpEnv>,
  workspaceName: WorkspaceName,
): Promise<string> {
  const scope = await requireScope(dependencies.workspaces, workspaceName)
  checkOrigin(dependencies, context, scope, 'read')
  const asker = askerOf(context, dependencies, scope.allowedOrigins)
  const refusal = tokenRefused({ ...asker, isListed: asker.isListed && scope.allowedOrigins.length > 0 })
  if (refusal) throw new AppError('forbidden', ...REFUSALS[refusal])
  return dependencies.visitorTokens.issue(scope.ctx.workspaceId, context.var.clientAddress)
}

/**
 * Admits a request about an answer, whose public `message_id` names the workspace.
 *
 * @returns the message's own id
 * @throws not_found; forbidden `widget.origin_not_allowed`
 */
export async function admitAnswered(
  dependencies: AdmitDependencies,
  context: Context<HttpEnv>,
  publicMessageId: string,
): Promise<{ visitor: VisitorContext; id: string }> {
  const reference = decodeMessageReference(publicMessageId)
  if (reference === null) throw notFound('message')
  const scope = await visitorScope(dependencies.workspaces, { workspace_id: reference.workspaceId })
  if (scope === null || !(await hasMessage(scope.ctx, reference.messageId))) throw notFound('message')
  checkOrigin(dependencies, context, scope, 'read')
  return { visitor: scope.ctx, id: reference.messageId }
}

/**
 * A question sent as a plain form by our own page. Where the workspace lists origins, only a page that a person opens
 * may ask: another site could otherwise ask through an image, a hidden frame or a prefetched link.
 *
 * @throws not_found; forbidden `widget.origin_not_allowed`
 */
export async function admitPageVisitor(
  dependencies: AdmitDependencies,
  context: Context<HttpEnv>,
  workspaceName: WorkspaceName,
): Promise<VisitorContext> {
  const scope = await requireScope(dependencies.workspaces, workspaceName)
  const isOpened =
    (context.req.header('sec-fetch-dest') ?? 'document') === 'document' && !context.req.header('sec-purpose')
  if (scope.allowedOrigins.length > 0 && !isOpened) throw new AppError('forbidden', ...REFUSALS.origin)
  return scope.ctx
}
