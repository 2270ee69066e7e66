import { hydrateRoot } from 'react-dom/client'
import { Help } from './help.tsx'
import { HELP_ID } from './help-state.ts'
import { readFaqs, readState } from './read-page.ts'

const help = document.getElementById(HELP_ID)
if (help) {
  const state = readState()
  hydrateRoot(help, <Help state={state} faqs={readFaqs(state)} />)
}

// The anchor of a FAQ opens it; browsers that do so by themselves find it open.
const reveal = () => document.getElementById(location.hash.slice(1))?.closest('details')?.setAttribute('open', '')
reveal()
addEventListener('hashchange', reveal)

// Signing in or out in another tab says so (accounts/web/session.ts): the page loads anew.
new BroadcastChannel('session').onmessage = () => location.reload()
