import { type FormEvent, useState } from 'react'

/** Where the page could not help, a person can: the visitor leaves an address, and the workspace gets the question. */
export function HandOff({ onSend }: { onSend(email: string): Promise<void> }) {
  const [state, setState] = useState<'idle' | 'sent' | 'failed'>('idle')

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    onSend(email).then(
      () => setState('sent'),
      () => setState('failed'),
    )
  }

  if (state === 'sent') return <p className="mt-3">Thank you. A person will get back to you.</p>
  return (
    <form className="needs-script mt-3" onSubmit={send}>
      <label htmlFor="_email">Leave your e-mail address and a person will get back to you.</label>
      <div className="mt-2 flex flex-wrap gap-2">
        <input className="field" id="_email" name="email" type="email" required maxLength={254} autoComplete="email" />
        <button className="send" type="submit">
          Ask a person
        </button>
      </div>
      {state === 'failed' && (
        <p role="alert" className="mt-2 text-bad">
          This could not be sent. Please try again.
        </p>
      )}
    </form>
  )
}
