import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { useLive } from '../../../web/api/use-live.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { PageRule, PageRules } from '../contract.ts'

const EVENTS = ['workspace.changed', 'faq.changed'] as const

export const SAVING_FAILED = 'Failed to save the rules'

/** The selected workspace's rules; they follow what other tabs and users save. */
export function usePageRules() {
  const queryClient = useQueryClient()
  const options = api.pageRules.get.queryOptions()
  useLive(EVENTS, () => queryClient.invalidateQueries({ queryKey: options.queryKey }))
  return useQuery(options)
}

type Changes = Partial<Pick<PageRules, 'prompts_per_day'>> & {
  rules?: readonly PageRule[]
  /** The rules that were edited, where that took longer than a press: newer ones are not overwritten. */
  from?: PageRules
}

/** Saves all rules with these changes. `save` rejects after a failure; `saveOrToast` shows it. */
export function useSaveRules(stored: PageRules) {
  const queryClient = useQueryClient()
  const { queryKey } = api.pageRules.get.queryOptions()
  const saving = useMutation({
    mutationFn: ({ from = stored, rules = from.rules, prompts_per_day = from.prompts_per_day }: Changes) =>
      client.pageRules.save({
        rules: rules.map(({ suggestions, ...rule }) => ({
          ...rule,
          suggestions: suggestions.map(({ faq_id, question }) => ({ faq_id, question })),
        })),
        prompts_per_day,
        version: from.version,
      }),
    // Shown at once: a switch must not wait for the server. A failure shows the stored rules again.
    onMutate: ({ rules = stored.rules, prompts_per_day = stored.prompts_per_day }) => {
      // Rules that are being fetched lack this change.
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, { ...stored, rules: [...rules], prompts_per_day })
    },
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return {
    busy: saving.isPending,
    save: saving.mutateAsync,
    saveOrToast: (changes: Changes, done: string) =>
      saving.mutateAsync(changes).then(
        () => toast({ message: done }),
        (error: unknown) => toastError(messageOf(error, SAVING_FAILED)),
      ),
  }
}
