import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { useLiveQueries } from '../../../web/api/use-live.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { PageRule, PageRules } from '../contract.ts'

const RULE_EVENTS = ['workspace.changed', 'faq.changed'] as const

export const SAVING_FAILED = 'Failed to save the rules'

/** The selected workspace's rules; they follow what other tabs and users save. */
export function usePageRules() {
  const rulesOptions = api.pageRules.get.queryOptions()
  useLiveQueries(RULE_EVENTS, rulesOptions.queryKey)
  return useQuery(rulesOptions)
}

type RuleChanges = Partial<Pick<PageRules, 'prompts_per_day'>> & {
  rules?: readonly PageRule[]
  /** The rules that were edited, where that took longer than a press: newer ones are not overwritten. */
  from?: PageRules
}

/** Saves all rules with these changes. `save` rejects after a failure; `saveOrToast` shows it. */
export function useSaveRules(storedRules: PageRules) {
  const queryClient = useQueryClient()
  const { queryKey } = api.pageRules.get.queryOptions()
  const saveMutation = useMutation({
    mutationFn: ({ from = storedRules, rules = from.rules, prompts_per_day = from.prompts_per_day }: RuleChanges) =>
      client.pageRules.save({
        rules: rules.map(({ suggestions, ...rule }) => ({
          ...rule,
          suggestions: suggestions.map(({ faq_id, question }) => ({ faq_id, question })),
        })),
        prompts_per_day,
        version: from.version,
      }),
    // Shown at once: a switch must not wait for the server. A failure shows the stored rules again.
    onMutate: ({ rules = storedRules.rules, prompts_per_day = storedRules.prompts_per_day }) => {
      // Rules that are being fetched lack this change.
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, { ...storedRules, rules: [...rules], prompts_per_day })
    },
    onSuccess: (savedRules) => queryClient.setQueryData(queryKey, savedRules),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return {
    busy: saveMutation.isPending,
    save: saveMutation.mutateAsync,
    saveOrToast: (ruleChanges: RuleChanges, doneMessage: string) =>
      saveMutation.mutateAsync(ruleChanges).then(
        () => toast({ message: doneMessage }),
        (saveError: unknown) => toastError(messageOf(saveError, SAVING_FAILED)),
      ),
  }
}
