import { plural } from '../../../kernel/text.ts'
import type { AuditAction, AuditEntry } from '../contract.ts'

const FIELD_LABELS: Record<string, string> = {
  contact_email: 'contact address',
  answer_tone: 'tone of answers',
  answer_instructions: 'instructions for answers',
  answer_level: 'certainty that answers need',
  monthly_tokens: 'monthly tokens of the language model',
  search_engine_visible: 'visibility for search engines',
  mcp_enabled: 'access of assistants over MCP',
  visitor_retention_days: 'time that visitors’ questions are kept',
  origins: 'websites',
  widget_heading: 'heading',
  widget_call_to_action: 'call to action',
  widget_show_powered_by: '“Powered by” line',
  website_url: 'website',
  logo_url: 'logo',
}

/** Name of a field within a sentence. */
export const fieldLabel = (fieldName: string): string =>
  FIELD_LABELS[fieldName] ??
  fieldName
    .replace(/^(widget|header)_/, '')
    .replace(/^bg_/, 'background ')
    .replaceAll('_', ' ')

const joinWithAnd = (listedWords: string[]): string =>
  listedWords.length < 2 ? (listedWords[0] ?? '') : `${listedWords.slice(0, -1).join(', ')} and ${listedWords.at(-1)}`

const roleText = ({ details }: AuditEntry) => (details.role === 'owner' ? 'an owner' : 'a member')
const changedFieldsText = ({ details }: AuditEntry) =>
  joinWithAnd((details.changes ?? []).map(({ field }) => fieldLabel(field)))
const fromToText = ({ details }: AuditEntry) => `from ${details.from} to ${details.to}`
const scopeText = ({ details }: AuditEntry) => (details.scope === 'read' ? ' (read only)' : '')
const someFaqs = ({ subject, details }: AuditEntry) =>
  subject ? `the FAQ “${subject}”` : plural(details.count ?? 0, 'FAQ')

const SENTENCES: Record<AuditAction, (entry: AuditEntry) => string> = {
  'invitation.sent': (entry) => `invited ${entry.subject} as ${roleText(entry)}`,
  'invitation.resent': (entry) => `sent the invitation for ${entry.subject} again`,
  'invitation.revoked': (entry) => `revoked the invitation for ${entry.subject}`,
  'member.joined': (entry) => `joined as ${roleText(entry)}`,
  'member.role_changed': (entry) => `made ${entry.subject} ${roleText(entry)}`,
  'member.removed': (entry) => `removed ${entry.subject}`,
  'member.left': () => 'left the workspace',
  'ownership.offered': (entry) => `offered ${entry.subject} the ownership`,
  'ownership.transferred': (entry) => `completed the transfer of the ownership ${fromToText(entry)}`,
  'billing.offered': (entry) => `offered ${entry.subject} the billing`,
  'billing.transferred': (entry) => `completed the transfer of the billing ${fromToText(entry)}`,
  'billing.taken_over': (entry) => `took over the billing from ${entry.details.from}`,
  'workspace.created': (entry) => `created the workspace ${entry.subject}`,
  'workspace.settings_changed': (entry) => `changed the ${changedFieldsText(entry)}`,
  'workspace.subdomain_changed': (entry) => `changed the subdomain ${fromToText(entry)}`,
  'workspace.exported': () => 'exported everything in the workspace',
  'workspace.second_factor_required': () => 'required two-factor authentication of every member',
  'workspace.second_factor_optional': () => 'no longer required two-factor authentication',
  'widget.changed': (entry) => `changed the look of the help page: ${changedFieldsText(entry)}`,
  'widget.origins_changed': () => 'changed the websites that may show the widget',
  'widget.rules_changed': () => 'changed the rules for pages of the widget',
  'domain.set': (entry) => `added the domain ${entry.subject}`,
  'domain.verified': (entry) => `verified the domain ${entry.subject}`,
  'domain.failed': (entry) => `could not verify the domain ${entry.subject}`,
  'domain.removed': (entry) => `removed the domain ${entry.subject}`,
  'integration.connected': (entry) => `connected ${entry.subject}`,
  'integration.disconnected': (entry) => `disconnected ${entry.subject}`,
  'api_key.created': (entry) => `made the API key “${entry.subject}”${scopeText(entry)}`,
  'api_key.revoked': (entry) =>
    `revoked the API key “${entry.subject}”${entry.details.reason ? `: ${entry.details.reason}` : ''}`,
  'webhook.created': (entry) => `added the webhook endpoint ${entry.subject}`,
  'webhook.changed': (entry) => `changed the ${changedFieldsText(entry)} of the webhook endpoint ${entry.subject}`,
  'webhook.deleted': (entry) => `deleted the webhook endpoint ${entry.subject}`,
  'webhook.secret_rotated': (entry) => `replaced the secret of the webhook endpoint ${entry.subject}`,
  'webhook.paused': (entry) =>
    `paused the webhook endpoint ${entry.subject}${entry.details.reason ? `: ${entry.details.reason}` : ''}`,
  'webhook.resumed': (entry) => `resumed the webhook endpoint ${entry.subject}`,
  'faq.all_archived': (entry) => `archived all FAQs (${entry.details.count ?? 0})`,
  'faq.all_deleted': (entry) => `deleted all FAQs (${entry.details.count ?? 0})`,
  'faq.deleted': (entry) => `deleted ${someFaqs(entry)}`,
  'faq.restored': (entry) => `restored ${someFaqs(entry)} from the trash`,
  'faq.purged': (entry) => `deleted ${someFaqs(entry)} for good`,
  'faq.trash_emptied': (entry) => `emptied the trash (${plural(entry.details.count ?? 0, 'FAQ')})`,
  'category.added': (entry) => `added the category “${entry.subject}”`,
  'category.renamed': (entry) => `renamed the category “${entry.details.from}” to “${entry.details.to}”`,
  'category.reordered': () => 'changed the order of the categories',
  'category.deleted': (entry) => `deleted the category “${entry.subject}”; its FAQs are now in “${entry.details.to}”`,
  'question.all_moved': (entry) => `moved ${plural(entry.details.count ?? 0, 'question')} to FAQs at once`,
  'source.selected_deleted': (entry) => `deleted ${plural(entry.details.count ?? 0, 'source')} at once`,
  'answer_test.created': (entry) => `saved the answer test “${entry.subject}”`,
  'answer_test.deleted': (entry) => `deleted the answer test “${entry.subject}”`,
  'visitor.erased': (entry) => `erased a visitor’s data (${plural(entry.details.count ?? 0, 'question')})`,
  'question.all_deleted': (entry) => `deleted all questions (${entry.details.count ?? 0})`,
}

/** Text of an entry after the user's name. An unknown action of a later version is returned unchanged. */
export const auditText = (entry: AuditEntry): string =>
  SENTENCES[entry.action as AuditAction]?.(entry) ?? `${entry.action} ${entry.subject}`.trim()
