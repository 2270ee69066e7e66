import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../web/api/api.ts'
import { queryClient } from '../../../../web/api/query-client.ts'
import { useEvents } from '../../../../web/api/use-events.ts'

/** Content of the preview, except the appearance; follows changes. */
export function usePreview() {
  const previewOptions = api.visitors.preview.queryOptions()
  useEvents(['faq.changed', 'content.changed', 'workspace.changed'], () => {
    void queryClient.invalidateQueries({ queryKey: previewOptions.queryKey })
  })
  return useQuery(previewOptions)
}
