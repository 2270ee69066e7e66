import { Copy, Download } from 'lucide-react'
import { copyToClipboard } from '../../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../../web/ui/button.tsx'

/** The codes that sign in without the app, shown once, to copy or to keep as a file. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  const download = () => {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'answerloom-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <>
      <p className="text-md text-ink-soft">
        If you lose your phone, you can sign in once with each of these codes. Store them with your passwords: they are
        not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-lg bg-sunken px-4 py-3.5 font-mono text-md"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" icon={<Copy size={14} />} onClick={() => void copyToClipboard(text, 'Code')}>
          Copy
        </Button>
        <Button size="sm" icon={<Download size={14} />} onClick={download}>
          Download
        </Button>
      </div>
    </>
  )
}
