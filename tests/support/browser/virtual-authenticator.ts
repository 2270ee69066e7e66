// Chromium's own authenticator in software, by the DevTools protocol: its dialogs answer themselves.
import type { Page } from '@playwright/test'

/** A passkey with its private key, as the protocol reports and takes it. */
interface Credential {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
  rpId?: string
  userHandle?: string
}

export interface VirtualAuthenticator {
  /** True when the user approves; false as if they closed the dialog. */
  setPresence(isPresent: boolean): Promise<unknown>
  /** Stored credentials, which can be passed to another page's authenticator. */
  credentials(): Promise<Credential[]>
  add(credential: Credential): Promise<unknown>
}

/** Gives the page's browser a built-in authenticator that verifies its user. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setPresence: (isPresent) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isPresent }),
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: (credential) => session.send('WebAuthn.addCredential', { authenticatorId, credential }),
  }
}
