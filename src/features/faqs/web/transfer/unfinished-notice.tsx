import { useState } from 'react'
import { formatNumber } from '../../../../kernel/format.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { readRecord, writeRecord } from './run-record.ts'

/** An interrupted import: its progress, and how to continue. */
export function UnfinishedNotice({ workspaceId }: { workspaceId: string }) {
  const [record, setRecord] = useState(() => readRecord(workspaceId))
  if (!record) return null
  const { created, updated, skipped, refused } = record.counts
  const done = created + updated + skipped + refused
  return (
    <div role="status" className="mb-5 rounded-lg bg-warn-soft px-4 py-3.5 text-md">
      <p className="font-medium text-warn">
        The import of {record.fileName} was interrupted after {formatNumber(done)} of {formatNumber(record.total)} rows.
      </p>
      <p className="mt-1 text-ink">
        {formatNumber(created)} created, {formatNumber(updated)} updated, {formatNumber(skipped)} skipped,{' '}
        {formatNumber(refused)} refused. These results are saved. Choose the same file again to continue; nothing is
        imported twice.
      </p>
      <Button
        size="sm"
        className="mt-3"
        onClick={() => {
          writeRecord(workspaceId, null)
          setRecord(null)
        }}
      >
        Dismiss
      </Button>
    </div>
  )
}
