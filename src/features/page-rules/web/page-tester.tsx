import { useState } from 'react'
import { isSelected } from '../../../kernel/address-patterns.ts'
import { Card } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Input } from '../../../web/ui/input.tsx'
import type { PageRule } from '../contract.ts'
import { ruleSummary } from '../domain/rule-words.ts'

/** Returns the complete address of what was typed, without query and fragment; null when it is none. */
function pageAddress(typed: string): string | null {
  const text = typed.trim()
  const address = text.startsWith('/')
    ? `https://example.com${text}`
    : /^https?:/i.test(text)
      ? text
      : `https://${text}`
  return URL.canParse(address) ? (address.split(/[?#]/, 1)[0] ?? null) : null
}

/** Shows which rule applies to a page. */
export function PageTester({ rules }: { rules: readonly PageRule[] }) {
  const [typed, setTyped] = useState('')
  const address = typed.trim() === '' ? undefined : pageAddress(typed)
  const index = address ? rules.findIndex((rule) => rule.is_enabled && isSelected(address, rule)) : -1
  const rule = rules[index]
  return (
    <Card title="Which rule applies?">
      <Field label="Page" hint="An address of your website, or its path">
        <Input
          type="text"
          inputMode="url"
          autoComplete="off"
          placeholder="/pricing"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div role="status" className="mt-3 text-md [overflow-wrap:anywhere]">
        {address === null && <p className="text-bad">This is not an address.</p>}
        {address && !rule && <p className="text-ink-soft">No rule applies: the widget shows its default content.</p>}
        {rule && (
          <>
            <p className="font-medium">{`Rule ${index + 1}: ${rule.include.join(', ')}`}</p>
            <p className="text-ink-soft">{ruleSummary(rule)}</p>
            <ul className="mt-1.5 flex list-disc flex-col gap-0.5 pl-5 text-ink-soft">
              {rule.suggestions
                .filter(({ is_shown: isShown }) => isShown)
                .map(({ question }, at) => (
                  <li key={at}>{question}</li>
                ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  )
}
