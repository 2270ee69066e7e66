export { DEFAULT_REPLIES } from '../contract/default-replies.ts'
export { normalizeWebsiteUrl } from '../domain/website-url.ts'

export { insertApiKey, revokeKeysOf } from './api-keys/api-keys.ts'
export {
  GRANTED_SECONDS,
  type GrantedKey,
  insertGrantedKey,
  renewGrantedKey,
} from './api-keys/granted-keys.ts'
export { type AuditScope, changesBetween, personActor, recordAudit } from './audit-log.ts'
export {
  authorizeMember,
  jobContext,
  operatorContext,
  SERVES_MCP,
  type VisitorScope,
  visitorContext,
  visitorScope,
  type WorkspaceName,
} from './authorize.ts'
export { entityTag, isKnownTag, requireMatch } from './conditional/entity-tags.ts'
export { lockWorkspace } from './conditional/lock-workspace.ts'
export { contentChanged, contentVersionOf } from './content-version.ts'
export {
  type Actor,
  emit,
  emitWithin,
  inReadTransaction,
  inTransaction,
  isVisitorContext,
  readPublished,
  type VisitedWorkspace,
  type VisitorContext,
  type WorkspaceContext,
  type WorkspaceServices,
  type WorkspaceTransaction,
} from './context.ts'
export { insertWorkspace, lockWorkspacesOf, roomForWorkspace } from './create-workspace.ts'
export { requireAdvancedCustomization } from './customization.ts'
export { announcePlan } from './follow-plan.ts'
export { HAS_HUMAN_MEMBERS, hasHumanMembers } from './has-human-members.ts'
export { deleteExpiredKeysJob } from './idempotency/delete-expired-keys.job.ts'
export { type IdempotencyServices, parseIdempotencyKey, runOnce } from './idempotency/run-once.ts'
export { accessOfWorkspace } from './limits.ts'
export { mailRecipient, ownersOf } from './mail-recipients.ts'
export { hasPrioritySupport } from './priority-support.ts'
export { createGuards, type Guards } from './procedures.ts'
export { releaseWorkspaces } from './release-workspaces.ts'
export { restyleWorkspace } from './restyle-workspace.ts'
export {
  type AnswerStyle,
  answerStyleOf,
  contactOf,
  countWorkspaces,
  formerHolder,
  readPublicInfo,
  readVisitedWorkspace,
  smallTalkRepliesOf,
} from './workspaces.queries.ts'
export { createWorkspacesRoutes } from './workspaces.routes.ts'
export { workspaceMembers, workspaces } from './workspaces.table.ts'
