import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { DropZone } from '../../../../web/ui/drop-zone.tsx'
import { FormError } from '../../../../web/ui/form.tsx'

interface ChooseFileProps {
  reading: boolean
  refusal: string | null
  onFile: (file: File) => void
}

/** Selection of the file: drop or file picker. */
export function ChooseFile({ reading, refusal, onFile }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropZone
      label="File to import"
      invitation="Drop the file to read it"
      disabled={reading}
      onFiles={([file]) => file && onFile(file)}
    >
      <div className="flex flex-col items-center rounded-lg border border-dashed border-control bg-surface px-6 py-12 text-center">
        <FileUp size={28} strokeWidth={1.6} aria-hidden="true" className="text-accent-ink" />
        <h2 className="mt-3 text-base font-semibold">Drop a file here</h2>
        <p className="mt-1 max-w-110 text-md text-ink-soft">
          CSV, JSON or Markdown, up to 100,000 rows. Nothing is imported before you have seen a preview.
        </p>
        <input
          ref={input}
          type="file"
          aria-label="File to import"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.md,.markdown,text/csv,text/plain,application/json"
          className="hidden"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file)
            // The same file may be chosen again once it was mended.
            target.value = ''
          }}
        />
        <Button variant="primary" className="mt-5" loading={reading} onClick={() => input.current?.click()}>
          {reading ? 'Reading…' : 'Choose a file'}
        </Button>
      </div>
      {refusal && (
        <div className="mt-4">
          <FormError message={refusal} />
        </div>
      )}
    </DropZone>
  )
}
