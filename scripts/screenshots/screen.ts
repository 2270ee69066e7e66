import type { Page } from '@playwright/test'

/** A screen to look at, whether one must be signed in to see it, and its status if not 200. The name becomes the file's. */
export type Screen = {
  name: string
  path: string
  signedIn: boolean
  status?: number
  /** Prepares the page before it is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Brings the page into the state to look at. */
  act?: (page: Page) => Promise<unknown>
}
