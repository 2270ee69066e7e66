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
    const question = form.q.value
    // It is required: while it is empty, a second click sends nothing.
    form.q.value = ''
    form.lastElementChild.value = await handOff({ question, messageId: null }, form.email.value).then(
      () => {
        form.reset()
        return texts.handedOver
      },
      ({ message }) => {
        form.q.value = question
        return message === INVALID ? texts.wrongEmail : texts.notSent
      },
    )
  }
}
