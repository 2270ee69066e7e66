import { hydrateRoot } from 'react-dom/client'
import { Help } from './help.tsx'
import { pageClient } from './help-client.ts'
import { HELP_ID } from './help-state.ts'
import { keepAddress } from './keep-address.ts'
import { onFirstInteraction } from './on-first-interaction.ts'
import { readFaqs, readState } from './read-page.ts'
import { focusSearchOnKey } from './search/search-key.ts'

const help = document.getElementById(HELP_ID)
if (help) {
  // At once: a step back may come before any other sign of a visitor.
  const onShow = keepAddress()
  onFirstInteraction(help, () => {
    const state = readState()
    const client = pageClient(state)
    hydrateRoot(help, <Help state={state} faqs={readFaqs(state)} client={client} onShow={onShow} />)
  })
}

// The anchor of a FAQ opens it, where the browser does not do so by itself, and the question comes into view with it.
function reveal() {
  const details = document.getElementById(location.hash.slice(1))?.closest('details')
  if (!details) return
  details.open = true
  details.scrollIntoView({ block: 'nearest' })
}
reveal()
addEventListener('hashchange', reveal)
focusSearchOnKey()

// Signing in or out in another tab sends a message (accounts/web/session.ts): the page reloads.
new BroadcastChannel('session').onmessage = () => location.reload()
