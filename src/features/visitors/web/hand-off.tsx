import { type FormEvent, useState } from 'react'
import type { HelpTexts } from '../contract.ts'

/** Where the page could not help, a person can: the visitor leaves an address, and the workspace gets the question. */
export function HandOff({ texts, onSend }: { texts: HelpTexts; onSend(email: string): Promise<void> }) {
  const [state, setState] = useState<'idle' | 'sent' | 'failed'>('idle')

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    onSend(email).then(
      () => setState('sent'),
      () => setState('failed'),
    )
  }

  if (state === 'sent') return <p className="mt-3">{texts.handedOver}</p>
  return (
    <form className="needs-script mt-3" onSubmit={send}>
      <label htmlFor="_email">{texts.leaveEmail}</label>
      <div className="mt-2 flex flex-wrap gap-2">
        <input className="field" id="_email" name="email" type="email" required maxLength={254} autoComplete="email" />
        <button className="send" type="submit">
          {texts.askPerson}
        </button>
      </div>
      {state === 'failed' && (
        <p role="alert" className="mt-2 text-bad">
          {texts.notSent}
        </p>
      )}
    </form>
  )
}
