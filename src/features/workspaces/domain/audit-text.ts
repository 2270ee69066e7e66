import { plural } from '../../../kernel/text.ts'
import type { AuditAction, AuditEntry } from '../contract.ts'

const FIELDS: Record<string, string> = {
  contact_email: 'contact address',
  answer_tone: 'tone of answers',
  answer_instructions: 'instructions for answers',
  search_engine_visible: 'visibility for search engines',
  visitor_retention_days: 'time that visitors’ questions are kept',
  origins: 'websites',
  widget_heading: 'heading',
  widget_call_to_action: 'call to action',
  widget_show_powered_by: '“Powered by” line',
  website_url: 'website',
  logo_url: 'logo',
}

/** Name of a field within a sentence. */
export const fieldLabel = (field: string): string =>
  FIELDS[field] ??
  field
    .replace(/^(widget|header)_/, '')
    .replace(/^bg_/, 'background ')
    .replaceAll('_', ' ')

const listed = (words: string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const asRole = ({ details }: AuditEntry) => (details.role === 'owner' ? 'an owner' : 'a member')
const named = ({ details }: AuditEntry) => listed((details.changes ?? []).map(({ field }) => fieldLabel(field)))
const fromTo = ({ details }: AuditEntry) => `from ${details.from} to ${details.to}`
const scopeOf = ({ details }: AuditEntry) => (details.scope === 'read' ? ' (read only)' : '')
const someFaqs = ({ subject, details }: AuditEntry) =>
  subject ? `the FAQ “${subject}”` : plural(details.count ?? 0, 'FAQ')

const SENTENCES: Record<AuditAction, (entry: AuditEntry) => string> = {
  'invitation.sent': (e) => `invited ${e.subject} as ${asRole(e)}`,
  'invitation.resent': (e) => `sent the invitation for ${e.subject} again`,
  'invitation.revoked': (e) => `revoked the invitation for ${e.subject}`,
  'member.joined': (e) => `joined as ${asRole(e)}`,
  'member.role_changed': (e) => `made ${e.subject} ${asRole(e)}`,
  'member.removed': (e) => `removed ${e.subject}`,
  'member.left': () => 'left the workspace',
  'ownership.offered': (e) => `offered ${e.subject} the ownership`,
  'ownership.transferred': (e) => `completed the transfer of the ownership ${fromTo(e)}`,
  'billing.offered': (e) => `offered ${e.subject} the billing`,
  'billing.transferred': (e) => `completed the transfer of the billing ${fromTo(e)}`,
  'billing.taken_over': (e) => `took over the billing from ${e.details.from}`,
  'workspace.created': (e) => `created the workspace ${e.subject}`,
  'workspace.settings_changed': (e) => `changed the ${named(e)}`,
  'workspace.subdomain_changed': (e) => `changed the subdomain ${fromTo(e)}`,
  'workspace.exported': () => 'exported everything in the workspace',
  'workspace.second_factor_required': () => 'required two-factor authentication of every member',
  'workspace.second_factor_optional': () => 'no longer required two-factor authentication',
  'widget.changed': (e) => `changed the look of the help page: ${named(e)}`,
  'widget.origins_changed': () => 'changed the websites that may show the widget',
  'domain.set': (e) => `added the domain ${e.subject}`,
  'domain.verified': (e) => `verified the domain ${e.subject}`,
  'domain.failed': (e) => `could not verify the domain ${e.subject}`,
  'domain.removed': (e) => `removed the domain ${e.subject}`,
  'integration.connected': (e) => `connected ${e.subject}`,
  'integration.disconnected': (e) => `disconnected ${e.subject}`,
  'api_key.created': (e) => `made the API key “${e.subject}”${scopeOf(e)}`,
  'api_key.revoked': (e) => `revoked the API key “${e.subject}”${e.details.reason ? `: ${e.details.reason}` : ''}`,
  'faq.all_archived': (e) => `archived all FAQs (${e.details.count ?? 0})`,
  'faq.all_deleted': (e) => `deleted all FAQs (${e.details.count ?? 0})`,
  'faq.deleted': (e) => `deleted ${someFaqs(e)}`,
  'faq.restored': (e) => `restored ${someFaqs(e)} from the trash`,
  'faq.purged': (e) => `deleted ${someFaqs(e)} for good`,
  'faq.trash_emptied': (e) => `emptied the trash (${plural(e.details.count ?? 0, 'FAQ')})`,
  'category.added': (e) => `added the category “${e.subject}”`,
  'category.renamed': (e) => `renamed the category “${e.details.from}” to “${e.details.to}”`,
  'category.reordered': () => 'changed the order of the categories',
  'category.deleted': (e) => `deleted the category “${e.subject}”; its FAQs are now in “${e.details.to}”`,
  'question.all_moved': (e) => `moved ${plural(e.details.count ?? 0, 'question')} to FAQs at once`,
  'source.selected_deleted': (e) => `deleted ${plural(e.details.count ?? 0, 'source')} at once`,
  'answer_test.created': (e) => `saved the answer test “${e.subject}”`,
  'answer_test.deleted': (e) => `deleted the answer test “${e.subject}”`,
  'visitor.erased': (e) => `erased a visitor’s data (${plural(e.details.count ?? 0, 'question')})`,
  'question.all_deleted': (e) => `deleted all questions (${e.details.count ?? 0})`,
}

/** Text of an entry after the user's name. An unknown action of a later version is returned unchanged. */
export const auditText = (entry: AuditEntry): string =>
  SENTENCES[entry.action as AuditAction]?.(entry) ?? `${entry.action} ${entry.subject}`.trim()
