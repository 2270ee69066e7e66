import { type RefObject, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { Choice } from '../../../web/ui/choice.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormError } from '../../../web/ui/form.tsx'
import { FormDialog, firstErrors } from '../../../web/ui/form-dialog.tsx'
import { Input } from '../../../web/ui/input.tsx'
import { Textarea } from '../../../web/ui/textarea.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { DELAY_SECONDS_MAX, type PageRule, PROMPT_MAX, pageRuleInput } from '../contract.ts'
import { splitLines } from '../domain/rule-words.ts'
import { SuggestionsField } from './suggestions-field.tsx'

const NEW_RULE: PageRule = {
  include: [],
  exclude: [],
  suggestions: [],
  prompt_text: '',
  prompt_trigger: 'off',
  delay_seconds: 30,
  is_enabled: true,
}

const TRIGGERS = [
  { value: 'off', label: 'None' },
  { value: 'delay', label: 'After a time' },
  { value: 'exit', label: 'On leaving' },
] as const

interface RuleDialogProps {
  /** The rule to edit; otherwise a new one. */
  rule: PageRule | undefined
  onClose: () => void
  /** Rejects when the rule could not be saved. */
  save: (rule: PageRule) => Promise<unknown>
}

/** Pages, suggestions and prompt of a rule. */
export default function RuleDialog({ rule, onClose, save }: RuleDialogProps) {
  const includeRef = useRef<HTMLTextAreaElement>(null)
  return (
    <FormDialog
      title={rule ? 'Edit rule' : 'Add rule'}
      confirm={rule ? 'Save changes' : 'Add rule'}
      initialFocus={includeRef}
      onClose={onClose}
    >
      {(id, saving) => (
        <RuleForm
          id={id}
          includeRef={includeRef}
          initial={rule ?? NEW_RULE}
          save={async (changed) => {
            await saving(() => save(changed))
            toast({ message: rule ? 'Rule saved' : 'Rule added' })
            onClose()
          }}
        />
      )}
    </FormDialog>
  )
}

interface RuleFormProps {
  id: string
  includeRef: RefObject<HTMLTextAreaElement | null>
  initial: PageRule
  save: (rule: PageRule) => Promise<void>
}

function RuleForm({ id, includeRef, initial, save }: RuleFormProps) {
  const [rule, setRule] = useState(initial)
  const [include, setInclude] = useState(initial.include.join('\n'))
  const [exclude, setExclude] = useState(initial.exclude.join('\n'))
  const [seconds, setSeconds] = useState(String(initial.delay_seconds))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const change = (part: Partial<PageRule>) => {
    setRule((current) => ({ ...current, ...part }))
    setErrors({})
  }
  const submit = async () => {
    const isTimed = rule.prompt_trigger === 'delay'
    const input = {
      ...rule,
      include: splitLines(include),
      exclude: splitLines(exclude),
      delay_seconds: isTimed ? Number(seconds) : initial.delay_seconds,
    }
    const parsed = pageRuleInput.safeParse(input)
    if (!parsed.success) {
      const found = firstErrors(parsed.error.issues)
      setErrors(found)
      if (found.include) includeRef.current?.focus()
      return
    }
    try {
      await save({ ...input, prompt_text: input.prompt_text.trim() })
    } catch (error) {
      const fields = error instanceof ApiError ? (error.details?.fields ?? []) : []
      setErrors({ form: fields[0]?.message ?? messageOf(error, 'The rule could not be saved.') })
    }
  }
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <FormError message={errors.form} />
      <Field
        label="Pages"
        hint="One path per line, as in robots.txt: it matches the beginning of a path; * is any text, $ the end. / is every page."
        error={errors.include}
      >
        <Textarea
          ref={includeRef}
          rows={2}
          placeholder="/pricing"
          value={include}
          onChange={(event) => {
            setInclude(event.target.value)
            setErrors({})
          }}
        />
      </Field>
      <Field label="Except" optional error={errors.exclude}>
        <Textarea rows={1} value={exclude} onChange={(event) => setExclude(event.target.value)} />
      </Field>
      <SuggestionsField
        suggestions={rule.suggestions}
        error={errors.suggestions}
        onChange={(suggestions) => change({ suggestions })}
      />
      <Choice
        label="Prompt"
        options={TRIGGERS}
        value={rule.prompt_trigger}
        onValueChange={(trigger) => change({ prompt_trigger: trigger })}
      />
      {rule.prompt_trigger !== 'off' && (
        <Field
          label="Text of the prompt"
          hint={
            rule.prompt_trigger === 'exit'
              ? 'Shown beside the button when the pointer leaves through the top of the window. Not on phones.'
              : 'Shown beside the button; clicking it opens the widget.'
          }
          error={errors.prompt_text}
        >
          <Input
            autoComplete="off"
            maxLength={PROMPT_MAX}
            placeholder="Any questions about our prices?"
            value={rule.prompt_text}
            onChange={(event) => change({ prompt_text: event.target.value })}
          />
        </Field>
      )}
      {rule.prompt_trigger === 'delay' && (
        <Field label="Seconds on the page" error={errors.delay_seconds} className="max-w-40">
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={DELAY_SECONDS_MAX}
            value={seconds}
            onChange={(event) => {
              setSeconds(event.target.value)
              setErrors({})
            }}
          />
        </Field>
      )}
    </form>
  )
}
