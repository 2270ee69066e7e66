import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { formatNumber } from '../../../kernel/format.ts'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { Card } from '../../../web/ui/card.tsx'
import { TextField } from '../../../web/ui/form.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useSavedForm } from '../../../web/ui/use-saved-form.ts'
import { UsageMeter } from '../../billing/web/index.ts'
import {
  INVALID_MONTHLY_TOKENS,
  MONTHLY_TOKENS_MAX,
  MONTHLY_TOKENS_MIN,
  type WorkspaceSettings,
} from '../../workspaces/contract.ts'
import { saveSettings } from '../../workspaces/web/index.ts'
import { BUDGET_WARNING_SHARE, type ModelUsageReport } from '../contract.ts'

const isBudget = (text: string): boolean => {
  const tokens = Number(text.replace(/[\s,.]/gu, ''))
  return text === '' || (Number.isInteger(tokens) && tokens >= MONTHLY_TOKENS_MIN && tokens <= MONTHLY_TOKENS_MAX)
}
const schema = z.object({ monthly_tokens: z.string().trim().refine(isBudget, { error: INVALID_MONTHLY_TOKENS }) })
type Values = z.output<typeof schema>

const shown = (tokens: number | null): string => (tokens === null ? '' : formatNumber(tokens))

const saving = {
  save: async ({ monthly_tokens: text }: Values): Promise<Values> => {
    const tokens = text === '' ? null : Number(text.replace(/[\s,.]/gu, ''))
    const saved = await saveSettings({ monthly_tokens: tokens })
    await queryClient.invalidateQueries({ queryKey: api.answering.key() })
    return { monthly_tokens: shown(saved.monthly_tokens) }
  },
  done: 'Settings saved',
  failed: 'Failed to save settings',
}

/** Tokens of the language model in this month, and the workspace's limit for them. */
export function ModelUsageCard({ settings }: { settings: WorkspaceSettings }) {
  const usage = useQuery(api.answering.modelUsage.queryOptions())
  useEvents(['model.budget_near'], () => void queryClient.invalidateQueries({ queryKey: api.answering.key() }))
  return (
    <Card
      title="Language model usage"
      description={`Tokens sent to and written by the language model in this calendar month (UTC). Owners are emailed at ${BUDGET_WARNING_SHARE * 100} % of the limit; beyond it, answers come from your content without the model.`}
    >
      {usage.isError && !usage.data ? (
        <QueryError title="The usage could not be loaded" query={usage} />
      ) : !usage.data ? (
        <SkeletonRows rows={2} />
      ) : (
        <Budget usage={usage.data} own={settings.monthly_tokens} />
      )}
    </Card>
  )
}

function Budget({ usage: { used, budget, maximum }, own }: { usage: ModelUsageReport; own: number | null }) {
  const { form, submit } = useSavedForm(schema, { monthly_tokens: shown(own) }, saving)
  const hint =
    maximum === null
      ? 'Empty for no limit. Resets on the first day of each month, UTC.'
      : `At most ${shown(maximum)} on this installation. Empty for that limit. Resets on the first day of each month, UTC.`
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <UsageMeter label="Tokens this month" used={used} limit={budget} />
      <TextField
        control={form.control}
        name="monthly_tokens"
        label="Monthly limit"
        optional
        inputMode="numeric"
        autoComplete="off"
        hint={hint}
      />
      <SaveButton control={form.control} />
    </form>
  )
}
