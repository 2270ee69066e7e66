import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { replaceData } from '../../../../web/api/query-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { Textarea } from '../../../../web/ui/textarea.tsx'
import { toast } from '../../../../web/ui/toast.tsx'

/** The websites that may show the widget. */
export function OriginsCard() {
  const origins = useQuery(api.workspaces.allowedOrigins.list.queryOptions())
  return (
    <Card
      title="Widget origins"
      description="Websites that may embed your widget. If the list is empty, every website may."
    >
      {origins.isError && !origins.data ? (
        <QueryError title="The websites could not be loaded" query={origins} />
      ) : origins.data ? (
        <OriginsForm key={origins.data.origins.join('\n')} saved={origins.data.origins} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Card>
  )
}

function OriginsForm({ saved }: { saved: string[] }) {
  const [text, setText] = useState(saved.join('\n'))
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const save = async () => {
    setBusy(true)
    try {
      const origins = text.split('\n').filter((line) => line.trim() !== '')
      const kept = await client.workspaces.allowedOrigins.replace({ origins })
      replaceData(api.workspaces.allowedOrigins.list.queryKey(), kept)
      toast({ message: 'Settings saved' })
    } catch (failure) {
      setError(messageOf(failure, 'Failed to save settings'))
    }
    setBusy(false)
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label="Websites" hint="One address per line, such as https://www.example.com." error={error}>
        <Textarea
          value={text}
          rows={3}
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setError(undefined)
          }}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" loading={busy}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}
