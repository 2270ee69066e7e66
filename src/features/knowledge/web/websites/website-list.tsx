import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import { useRefresh } from '../../../../web/api/use-refresh.ts'
import { Card } from '../../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import type { Website } from '../../contract.ts'
import { followWebsite, unfollowWebsite } from './followed-websites.ts'
import { type CrawlAction, WebsiteRow } from './website-row.tsx'

const WebsiteHistoryDialog = lazy(() => import('./website-history-dialog.tsx'))
const WebsiteSettingsDialog = lazy(() => import('./website-settings-dialog.tsx'))

/** `turn` counts the openings: a form begins with what is stored then. */
type Opened = { what: 'delete' | 'history' | 'settings'; website: Website; open: boolean; turn: number }

/** The websites that are read, and how far each is. Nothing while there is none. */
export function WebsiteList({ onShowPages }: { onShowPages: (id: string) => void }) {
  const { can } = useWorkspace()
  const queryClient = useQueryClient()
  const list = useQuery(api.knowledge.websites.list.queryOptions({ refetchOnMount: 'always' }))
  const refresh = useRefresh(api.knowledge.websites.key())
  const [opened, setOpened] = useState<Opened | null>(null)
  useEvents(['source.changed'], refresh)
  useEvents(['website.synced'], ({ website_id, state }) => {
    if (!unfollowWebsite(website_id)) return
    if (state === 'completed') toast({ message: 'Website scraped successfully.' })
    else toastError('Failed to scrape website.')
  })
  const sync = useMutation({
    mutationFn: ({ id }: Website) => client.knowledge.websites.sync({ id }),
    onSuccess: ({ id }) => followWebsite(id),
    onError: (error) => toastError(messageOf(error, 'Failed to scrape website.')),
    onSettled: refresh,
  })
  const control = useMutation({
    mutationFn: ({ id, act }: { id: string; act: CrawlAction }) => client.knowledge.websites[act]({ id }),
    onError: (error) => toastError(messageOf(error)),
    onSettled: refresh,
  })
  const remove = async ({ id }: Website) => {
    try {
      await client.knowledge.websites.delete({ id })
      toast({ message: '1 item deleted successfully.' })
    } catch (error) {
      toastError('Failed to delete content.')
      throw error
    } finally {
      await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
    }
  }

  const dialog = (shown: Opened) => ({
    open: shown.open,
    onOpenChange: (open: boolean) => setOpened({ ...shown, open }),
  })
  const show = (what: Opened['what'], website: Website) =>
    setOpened({ what, website, open: true, turn: (opened?.turn ?? 0) + 1 })

  if (list.isError && !list.data)
    return (
      <Card padded={false} className="mt-8">
        <QueryError title="Your websites could not be loaded" query={list} />
      </Card>
    )
  const websites = list.data?.items ?? []
  if (websites.length === 0) return null
  return (
    <section aria-labelledby="websites" className="mt-8">
      <h2 id="websites" className="mb-3 text-base font-semibold">
        Websites
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {websites.map((website) => (
          <WebsiteRow
            key={website.id}
            website={website}
            mayWrite={can('source.write')}
            onSync={() => sync.mutate(website)}
            onControl={(act) => control.mutate({ id: website.id, act })}
            onShowPages={() => onShowPages(website.id)}
            onShowHistory={() => show('history', website)}
            onChange={() => show('settings', website)}
            onDelete={() => show('delete', website)}
          />
        ))}
      </ul>
      {opened?.what === 'delete' && (
        <ConfirmDialog
          {...dialog(opened)}
          title="Delete Content"
          description={`${opened.website.name} and everything read from it will be deleted. This action cannot be undone.`}
          confirmLabel="Delete"
          destructive
          onConfirm={() => remove(opened.website)}
        />
      )}
      <Suspense>
        {opened?.what === 'history' && <WebsiteHistoryDialog website={opened.website} {...dialog(opened)} />}
        {opened?.what === 'settings' && (
          <WebsiteSettingsDialog key={opened.turn} website={opened.website} {...dialog(opened)} />
        )}
      </Suspense>
    </section>
  )
}
