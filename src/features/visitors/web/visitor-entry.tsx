import { hydrateRoot } from 'react-dom/client'
import { Help } from './help.tsx'
import { HELP_ID } from './help-state.ts'
import { readFaqs, readState } from './read-page.ts'

const help = document.getElementById(HELP_ID)
if (help) hydrateRoot(help, <Help state={readState()} faqs={readFaqs()} />)

// The anchor of a FAQ opens it.
const anchor = document.getElementById(location.hash.slice(1))
if (anchor instanceof HTMLDetailsElement) anchor.open = true

// Signing in or out in another tab: the page loads anew.
new BroadcastChannel('answerloom:auth').onmessage = () => location.reload()
