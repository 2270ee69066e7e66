import type { HelpTexts } from '../../contract.ts'
import { type HelpClient, INVALID } from '../help-client.ts'

type PersonForm = HTMLFormElement & {
  q: HTMLInputElement
  email: HTMLInputElement
  lastElementChild: HTMLOutputElement
}

/** Sends the form for a person from the panel, which stays where it is. */
export function sendFromPanel({ handOff }: HelpClient, texts: HelpTexts): void {
  const form = document.querySelector('.need form') as PersonForm
  form.onsubmit = async (event) => {
    event.preventDefault()
    form.lastElementChild.value = await handOff({ question: form.q.value, messageId: null }, form.email.value).then(
      () => {
        form.reset()
        return texts.handedOver
      },
      ({ message }) => (message === INVALID ? texts.wrongEmail : texts.notSent),
    )
  }
}
