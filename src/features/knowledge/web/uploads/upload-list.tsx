import { CircleAlert, X } from 'lucide-react'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Spinner } from '../../../../web/ui/spinner.tsx'
import { uploadingText } from './uploading-text.ts'
import type { Upload } from './use-uploads.ts'

/** Files that are on their way, and those that could not be taken. */
export function UploadList({ uploads, onDismiss }: { uploads: Upload[]; onDismiss: (key: number) => void }) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
      {uploads.map(({ key, name, sent, problem }) => (
        <li key={key} className="flex min-h-11 items-center gap-3 px-4 py-2">
          {problem ? <CircleAlert size={16} aria-hidden="true" className="shrink-0 text-bad" /> : <Spinner size={16} />}
          <p className="min-w-0 flex-1 text-md">
            <span className="block truncate font-medium">{name}</span>
            <span className={problem ? 'text-sm text-bad' : 'text-sm text-ink-soft tabular-nums'}>
              {problem ?? uploadingText(sent)}
            </span>
          </p>
          {problem && (
            <IconButton
              label={`Dismiss ${name}`}
              tooltip={false}
              icon={<X size={15} />}
              onClick={() => onDismiss(key)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
