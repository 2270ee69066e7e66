import type { HelpTexts } from '../../contract.ts'
import { type HelpClient, INVALID_STATUS } from '../help-client.ts'

type PersonForm = HTMLFormElement & {
  q: HTMLInputElement
  email: HTMLInputElement
  lastElementChild: HTMLOutputElement
}

/** Sends the form for a person from the panel, which stays where it is. */
export function sendFromPanel({ handOff }: HelpClient, helpTexts: HelpTexts): void {
  const personForm = document.querySelector('.need form') as PersonForm
  personForm.onsubmit = async (submitEvent) => {
    submitEvent.preventDefault()
    const question = personForm.q.value
    // It is required: while it is empty, a second click sends nothing.
    personForm.q.value = ''
    personForm.lastElementChild.value = await handOff({ question, messageId: null }, personForm.email.value).then(
      () => {
        personForm.reset()
        return helpTexts.handedOver
      },
      ({ message }) => {
        personForm.q.value = question
        return message === INVALID_STATUS ? helpTexts.wrongEmail : helpTexts.notSent
      },
    )
  }
}
