import { Copy, ExternalLink } from 'lucide-react'
import { copyToClipboard } from '../../../../web/browser/copy-to-clipboard.ts'
import { Button, ButtonAnchor } from '../../../../web/ui/button.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { Textarea } from '../../../../web/ui/textarea.tsx'

/** The public page's address, to copy or to open. */
export function PublicAddress({ url }: { url: string }) {
  return (
    <div>
      <Field label="Public FAQ URL">
        <Textarea
          readOnly
          rows={1}
          value={url}
          className="min-h-9! resize-none! break-all"
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <div className="mt-2.5 flex gap-2.5">
        <Button icon={<Copy size={15} aria-hidden="true" />} onClick={() => void copyToClipboard(url, 'URL')}>
          Copy URL
        </Button>
        <ButtonAnchor href={url} target="_blank" rel="noopener" icon={<ExternalLink size={15} aria-hidden="true" />}>
          Open
        </ButtonAnchor>
      </div>
    </div>
  )
}
