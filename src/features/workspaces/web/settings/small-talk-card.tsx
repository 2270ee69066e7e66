import { useState } from 'react'
import { z } from 'zod'
import { DEFAULT_LANGUAGE, PAGE_LANGUAGES, type PageLanguage } from '../../../../kernel/languages.ts'
import { Card } from '../../../../web/ui/card.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { TextareaField } from '../../../../web/ui/form.tsx'
import { SaveButton } from '../../../../web/ui/save-button.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import { useSavedForm } from '../../../../web/ui/use-saved-form.ts'
import {
  DEFAULT_REPLIES,
  SMALL_TALK_KINDS,
  type SmallTalkKind,
  type SmallTalkReplies,
  smallTalkReply,
  type WorkspaceSettings,
} from '../../contract.ts'
import { saveSettings, savingSettings } from './use-settings.ts'

const LABELS: Record<SmallTalkKind, string> = {
  greeting: 'Greetings',
  thanks: 'Thanks',
  goodbye: 'Goodbyes',
  person: 'Requests for a person',
  identity: '“Are you a bot?”',
  insult: 'Insults',
  nonsense: 'Messages without meaning',
}

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const LANGUAGES = PAGE_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value }))

const schema = z.object({
  replies: z.record(z.enum(PAGE_LANGUAGES), z.record(z.enum(SMALL_TALK_KINDS), smallTalkReply)),
})
type Values = z.output<typeof schema>

/** Every field of the form; empty where the owner has written nothing. */
function fieldsOf(stored: SmallTalkReplies): Values {
  const ofLanguage = (language: PageLanguage) =>
    Object.fromEntries(SMALL_TALK_KINDS.map((kind) => [kind, stored[language]?.[kind] ?? '']))
  return schema.parse({
    replies: Object.fromEntries(PAGE_LANGUAGES.map((language) => [language, ofLanguage(language)])),
  })
}

/** Languages and kinds with a text. */
function writtenReplies({ replies }: Values): SmallTalkReplies {
  const written: SmallTalkReplies = {}
  for (const language of PAGE_LANGUAGES) {
    const own = Object.entries(replies[language]).filter(([, text]) => text !== '')
    if (own.length > 0) written[language] = Object.fromEntries(own)
  }
  return written
}

export function SmallTalkCard({ settings }: { settings: WorkspaceSettings }) {
  const [language, setLanguage] = useState<PageLanguage>(DEFAULT_LANGUAGE)
  const { form, submit } = useSavedForm(schema, fieldsOf(settings.small_talk_replies), {
    ...savingSettings,
    save: async (values: Values) => {
      await saveSettings({ small_talk_replies: writtenReplies(values) })
      return values
    },
  })

  return (
    <Card
      title="Small talk"
      description="Replies to messages that are not questions. An empty field uses the text that it shows. Requests for a person and insults also bring the contact form."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Language of the message">
          <Select options={LANGUAGES} value={language} onValueChange={setLanguage} />
        </Field>
        {SMALL_TALK_KINDS.map((kind) => (
          <TextareaField
            key={`${language} ${kind}`}
            control={form.control}
            name={`replies.${language}.${kind}`}
            label={LABELS[kind]}
            rows={2}
            placeholder={DEFAULT_REPLIES[language][kind]}
          />
        ))}
        <SaveButton control={form.control} />
      </form>
    </Card>
  )
}
