import { Download } from 'lucide-react'
import { Button } from '../../../../web/ui/button.tsx'
import { QrCode, qrSvg } from '../../../../web/ui/qr-code.tsx'

/** Hands a file to the browser. */
function download(text: string, type: string, name: string) {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by the time anything else runs.
  requestAnimationFrame(() => URL.revokeObjectURL(url))
}

/** The public page's address for cameras, to be looked at or printed at any size. */
export function QrCard({ url, name }: { url: string; name: string }) {
  return (
    <>
      <QrCode text={url} label="QR code of your FAQ page" />
      <p className="mt-3 text-center text-sm text-ink-faint">Opens your FAQ page. Sharp at any size.</p>
      <Button
        className="mt-4 w-full"
        icon={<Download size={15} aria-hidden="true" />}
        onClick={() => download(qrSvg(url), 'image/svg+xml', `faq-${name}.svg`)}
      >
        Download SVG
      </Button>
    </>
  )
}
