export const ROLES = ['owner', 'member'] as const
export type Role = (typeof ROLES)[number]

/**
 * The one table of who may do what in a workspace. The server's checks, the interface's capabilities and the
 * generated role matrix are all read from here.
 */
export const ACTIONS = {
  'workspace.read': ['owner', 'member'],
  'workspace.delete': ['owner'],
  'workspace.domain': ['owner'],
  'workspace.rename': ['owner'],
  'workspace.settings': ['owner'],
  'workspace.export': ['owner'],
  'workspace.security': ['owner'],
  'api_key.manage': ['owner'],
  'webhook.manage': ['owner'],
  'audit.read': ['owner'],
  'member.manage': ['owner'],
  'member.leave': ['owner', 'member'],
  'billing.take_over': ['owner'],
  'transfer.offer': ['owner'],
  'transfer.answer': ['owner', 'member'],
  'widget.write': ['owner'],
  'faq.read': ['owner', 'member'],
  'faq.write': ['owner', 'member'],
  'faq.delete': ['owner', 'member'],
  'faq.import': ['owner', 'member'],
  'faq.bulk': ['owner'],
  'question.read': ['owner', 'member'],
  'question.write': ['owner', 'member'],
  'question.bulk': ['owner'],
  'visitor.erase': ['owner'],
  'source.read': ['owner', 'member'],
  'source.write': ['owner', 'member'],
  'integration.sync': ['owner', 'member'],
  'integration.connect': ['owner'],
} as const satisfies Record<string, readonly Role[]>
export type Action = keyof typeof ACTIONS

/** Returns true when the role allows the action. */
export const roleAllows = (role: Role, action: Action): boolean => (ACTIONS[action] as readonly Role[]).includes(role)
