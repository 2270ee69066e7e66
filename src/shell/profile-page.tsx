import { AccountTab } from '../features/accounts/web/index.ts'
import { BillingTab } from '../features/billing/web/index.ts'
import { DigestCard } from '../features/digest/web/index.ts'
import { PayerCard, TeamTab } from '../features/team/web/index.ts'
import { useWorkspace, WorkspacesTab } from '../features/workspaces/web/index.ts'
import { useTabAddress } from '../web/list/use-tab-address.ts'
import { Page } from '../web/ui/page.tsx'
import { PageHeader } from '../web/ui/page-header.tsx'
import { TabPanel, Tabs } from '../web/ui/tabs.tsx'

const TABS = [
  { value: 'account', label: 'Account' },
  { value: 'workspaces', label: 'Workspaces' },
  { value: 'team', label: 'Team Members' },
  { value: 'billing', label: 'Subscription & Billing' },
] as const
/** The profile at /profile and /dashboard/profile; the tab is in the URL (`?tab=billing`). */
export function Component() {
  const [tab, chooseTab] = useTabAddress(TABS)
  const { workspaces, loading, workspace, current, isOpen } = useWorkspace()
  const usage = {
    workspaces: loading ? null : workspaces.filter(({ billed_to_me }) => billed_to_me).length,
    faqs: workspace && current?.payer.you ? { count: current.faq_count, workspace: workspace.name } : null,
  }
  return (
    <Page narrow>
      <PageHeader title="Profile Settings" subtitle="Your account, your workspaces and your plan" />
      <Tabs label="Profile settings" tabs={TABS} value={tab} onValueChange={chooseTab}>
        <TabPanel value="account" className="pt-6">
          <AccountTab notifications={isOpen && <DigestCard />} />
        </TabPanel>
        <TabPanel value="workspaces" className="pt-6">
          <WorkspacesTab />
        </TabPanel>
        <TabPanel value="team" className="pt-6">
          <TeamTab />
        </TabPanel>
        <TabPanel value="billing" className="pt-6">
          <BillingTab usage={usage} payerCard={<PayerCard />} />
        </TabPanel>
      </Tabs>
    </Page>
  )
}
