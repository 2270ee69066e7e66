import type { HelpTexts } from '../../contract.ts'
import { type HelpClient, INVALID } from '../help-client.ts'

/** Sends the form for a person from the panel, which stays where it is. */
export function sendFromPanel({ handOff }: HelpClient, texts: HelpTexts): void {
  const form = document.querySelector<HTMLFormElement>('.need form')
  const output = form?.querySelector('output')
  if (!form || !output) return
  form.onsubmit = (event) => {
    event.preventDefault()
    const values = new FormData(form)
    handOff({ question: String(values.get('q')), messageId: null }, String(values.get('email'))).then(
      () => {
        output.textContent = texts.handedOver
        form.replaceChildren(output)
      },
      ({ message }) => {
        output.textContent = message === INVALID ? texts.wrongEmail : texts.notSent
      },
    )
  }
}
