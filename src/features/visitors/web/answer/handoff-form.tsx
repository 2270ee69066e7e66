import { type FormEvent, useState } from 'react'
import type { HelpTexts, PersonAsked } from '../../contract.ts'
import { INVALID_STATUS, type ToHandOff } from '../help-client.ts'

interface HandOffProps {
  texts: HelpTexts
  /** Target of the form without the script. */
  action: string
  about: ToHandOff
  /** Names the question where it has no message; the page's own. */
  conversationId: string | undefined
  /** Result of the form without the script. */
  before: PersonAsked | null | undefined
  onSend(email: string): Promise<void>
}

/** Takes the focus of the form, which is gone. */
const takeFocus = (text: HTMLElement | null) => text?.focus()

/** Handoff to a person: the visitor leaves an email address, and the workspace gets the question. */
export function HandOff({ texts, action, about, conversationId, before, onSend }: HandOffProps) {
  const [sent, setSent] = useState(before?.sent && 'before')
  const [error, setError] = useState(before?.error)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSend(String(new FormData(event.currentTarget).get('email'))).then(
      () => setSent('now'),
      ({ message }) => setError(message === INVALID_STATUS ? texts.wrongEmail : texts.notSent),
    )
  }

  if (sent)
    return (
      <p role="status" className="mt-3" tabIndex={-1} ref={sent === 'now' ? takeFocus : null}>
        {texts.handedOver}
      </p>
    )
  return (
    <form method="post" action={action} className="mt-3" onSubmit={send}>
      <input type="hidden" name="q" value={about.question} />
      <input type="hidden" name="message_id" value={about.messageId ?? ''} />
      <input type="hidden" name="conversation_id" value={conversationId} />
      {/* A honeypot: bots fill it in, people do not see it. */}
      <div hidden>
        <input name="website" autoComplete="off" />
      </div>
      <label htmlFor="_email">{texts.leaveEmail}</label>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          className="field"
          id="_email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={before?.email}
          aria-invalid={!!error}
          aria-describedby="_error"
        />
        <button className="send" type="submit">
          {texts.askPerson}
        </button>
      </div>
      <p role="alert" id="_error" className="mt-2 text-bad">
        {error}
      </p>
    </form>
  )
}
