import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { isLinkAddress } from './editor-schema.ts'

/** An address as it was meant: without a protocol it is https, with an @ it is mail. */
function completed(typed: string): string {
  const address = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:/iu.test(address)) return address
  return /^[\w.+%-]+@[\w.-]+$/u.test(address) ? `mailto:${address}` : `https://${address}`
}

/** The address of the selected words, or of the link at the cursor. */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '')
  const [address, setAddress] = useState(before)
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => input.current?.focus(), [])

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const apply = () => {
    const href = completed(address)
    if (!isLinkAddress(href)) return setWrong(true)
    const { empty } = editor.state.selection
    const chain = editor.chain().focus().extendMarkRange('link')
    if (empty && before === '')
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  return (
    <div className="border-b border-line bg-sunken px-2 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          ref={input}
          aria-label="Link address"
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={address}
          onChange={(event) => {
            setAddress(event.target.value)
            setWrong(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Enter') apply()
            else close()
          }}
          className="min-w-40 flex-1"
        />
        <Button size="sm" onClick={apply}>
          {before === '' ? 'Add link' : 'Change link'}
        </Button>
        {before !== '' && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            Remove link
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
      {isWrong && (
        <p id={id} role="alert" className="mt-1.5 text-sm text-bad">
          Please enter a web address or an email address.
        </p>
      )}
    </div>
  )
}
