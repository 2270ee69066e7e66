import { Download } from 'lucide-react'
import { buttonClasses } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { archivePath } from '../contract.ts'

/** Everything the workspace holds, to take along. */
export function ExportCard({ workspaceId }: { workspaceId: string }) {
  return (
    <Card
      title="Your data"
      description="FAQs, questions, sources with their files, members, settings and the audit log, in one ZIP archive of readable files."
    >
      <a href={archivePath(workspaceId)} download className={buttonClasses('secondary', 'md')}>
        <Download size={16} aria-hidden="true" />
        Export workspace
      </a>
    </Card>
  )
}
