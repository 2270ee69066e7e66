import { Field } from '../../../web/ui/field.tsx'
import { Textarea } from '../../../web/ui/textarea.tsx'
import { CUSTOM_CSS_MAX } from '../contract.ts'
import { ProSection } from './pro-section.tsx'
import type { LookEditing } from './use-look-editing.ts'

const FIELDS = ['custom_css'] as const

/** The owner's own style sheet. */
export function CssSection({ editing }: { editing: LookEditing }) {
  return (
    <ProSection editing={editing} label="Custom CSS" reason="Custom CSS is part of the Pro plan." fields={FIELDS}>
      <Field
        name="custom_css"
        label="Style sheet"
        error={editing.errors.custom_css}
        hint={
          <>
            Applies only to the public page and the widget. It cannot load files: url(), @import and @font-face are not
            allowed.{' '}
            <a
              href="/docs/widget#custom-css"
              target="_blank"
              rel="noopener"
              className="text-link underline underline-offset-2"
            >
              Properties and classes
            </a>
          </>
        }
      >
        <Textarea
          rows={14}
          maxLength={CUSTOM_CSS_MAX}
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          className="font-mono text-sm"
          placeholder={'.faq h2 {\n  font-weight: 700;\n}'}
          value={editing.values.custom_css ?? ''}
          onChange={(event) => editing.change({ custom_css: event.target.value })}
        />
      </Field>
    </ProSection>
  )
}
