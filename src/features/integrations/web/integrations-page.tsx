import { useSearchParams } from 'react-router'
import { Card } from '../../../web/ui/card.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { WebhooksTab } from '../../webhooks/web/index.ts'
import { useWorkspace, WorkspacePage } from '../../workspaces/web/index.ts'
import { AvailableTab } from './available-tab.tsx'
import { ConnectedTab } from './connected-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { useIntegrations } from './use-integrations.ts'
import { useReturn } from './use-return.ts'

const TABS = ['connected', 'available', 'history', 'webhooks'] as const
type Tab = (typeof TABS)[number]

/** /dashboard/integrations: services that content is imported from. */
export function Component() {
  useReturn()
  return (
    <WorkspacePage title="Integrations" subtitle="Connect external services to import and sync your FAQ content">
      <IntegrationTabs />
    </WorkspacePage>
  )
}

function IntegrationTabs() {
  const [params, setParams] = useSearchParams()
  const { can } = useWorkspace()
  const mayManageWebhooks = can('webhook.manage')
  const list = useIntegrations()
  const wanted = TABS.find((one) => one === params.get('tab')) ?? 'connected'
  const tab: Tab = wanted === 'webhooks' && !mayManageWebhooks ? 'connected' : wanted
  const tabs = [
    { value: 'connected', label: list.data ? `Connected (${list.data.items.length})` : 'Connected' },
    { value: 'available', label: 'Available' },
    { value: 'history', label: 'Sync History' },
    ...(mayManageWebhooks ? [{ value: 'webhooks' as const, label: 'Webhooks' }] : []),
  ] as const
  return (
    <Tabs label="Integrations" tabs={tabs} value={tab} onValueChange={(next) => setParams({ tab: next })}>
      {list.isError && !list.data && tab !== 'history' && tab !== 'webhooks' ? (
        <TabPanel value={tab} className="pt-6">
          <Card padded={false}>
            <QueryError title="Your integrations could not be loaded" query={list} />
          </Card>
        </TabPanel>
      ) : (
        <>
          <TabPanel value="connected" className="pt-6">
            {list.data ? <ConnectedTab items={list.data.items} providers={list.data.providers} /> : <Loading />}
          </TabPanel>
          <TabPanel value="available" className="pt-6">
            {list.data ? <AvailableTab items={list.data.items} providers={list.data.providers} /> : <Loading />}
          </TabPanel>
        </>
      )}
      <TabPanel value="history" className="pt-6">
        <HistoryTab />
      </TabPanel>
      {mayManageWebhooks && (
        <TabPanel value="webhooks" className="pt-6">
          <WebhooksTab />
        </TabPanel>
      )}
    </Tabs>
  )
}

const Loading = () => (
  <Card padded={false}>
    <SkeletonRows rows={3} />
  </Card>
)
