import { describe, expect, it } from 'vitest'
import { AUDIT_AREAS, type AuditDetails, type AuditEntry } from '../contract.ts'
import { auditText } from './audit-text.ts'

const entry = (action: string, subject = '', details: AuditDetails = {}): AuditEntry => ({
  id: '01900000-0000-7000-8000-000000000000',
  at: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'person', id: null, name: 'Ada' },
  action,
  subject,
  details,
})
const change = (field: string) => ({ field, from: 'a', to: 'b' })

describe('the text of the audit log', () => {
  it.each([
    [entry('invitation.sent', 'bo@example.com', { role: 'owner' }), 'invited bo@example.com as an owner'],
    [entry('member.joined', 'Bo', { role: 'member' }), 'joined as a member'],
    [entry('api_key.created', 'Import', { scope: 'read' }), 'made the API key “Import” (read only)'],
    [entry('api_key.revoked', 'Import', { reason: 'Bo left' }), 'revoked the API key “Import”: Bo left'],
    [entry('workspace.subdomain_changed', '', { from: 'a', to: 'b' }), 'changed the subdomain from a to b'],
    [entry('question.all_moved', '', { count: 1 }), 'moved 1 question to FAQs at once'],
    [
      entry('workspace.settings_changed', '', {
        changes: [change('name'), change('contact_email'), change('answer_tone')],
      }),
      'changed the name, contact address and tone of answers',
    ],
    [
      entry('widget.changed', '', { changes: [change('header_bg_color')] }),
      'changed the look of the help page: background color',
    ],
    [entry('something.new', 'x'), 'something.new x'],
  ])('%#', (given, text) => {
    expect(auditText(given)).toBe(text)
  })

  it('has a sentence for every recorded action', () => {
    for (const action of Object.values(AUDIT_AREAS).flat()) expect(auditText(entry(action, 'x'))).not.toContain(action)
  })
})
