import { hashKey, useQuery } from '@tanstack/react-query'
import { api, checkSession, client } from '../../../web/api/api.ts'
import { queryClient, sessionHasExpired } from '../../../web/api/query-client.ts'
import { clearSelectedWorkspace, storeSelectedWorkspace } from '../../../web/api/selected-workspace.ts'
import { deleteDrafts } from '../../../web/browser/drafts.ts'
import type { Profile, UpdateProfile } from '../contract.ts'

/** Asks again before a known session counts as ended: the first call may have been sent with a former cookie. */
async function readSession(): Promise<Profile | null> {
  const profile = await client.accounts.me()
  return profile === null && queryClient.getQueryData(sessionQuery.queryKey) ? checkSession() : profile
}

const sessionQuery = { ...api.accounts.me.queryOptions({ staleTime: 60 * 60_000 }), queryFn: readSession }

/** Notifies other tabs of this browser of a sign-in or sign-out. */
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')
otherTabs?.addEventListener('message', ({ data }) => {
  // The user may be another one after a sign-in in another tab; after a sign-out an open form may remain here.
  if (data === 'ended') sessionHasExpired()
  else window.location.reload()
})

/** The signed-in person, or null; undefined while it is being asked. */
export const useSession = (): Profile | null | undefined => useQuery(sessionQuery).data

/** The same for route loaders: from the cache, or from the server. Throws ApiError when neither answers. */
export const loadSession = (): Promise<Profile | null> => queryClient.ensureQueryData(sessionQuery)

let byChoice = false

/** True when the user ended the session here, so no message is needed. */
export const leftByChoice = (): boolean => byChoice

/** Notifies other tabs of a sign-in through another site, after which this page was loaded. */
export const announceSignIn = (): void => otherTabs?.postMessage('started')

/** After a sign-in the whole cache is cleared, since it may belong to another user. */
export async function sessionStarted(): Promise<void> {
  byChoice = false
  queryClient.clear()
  await queryClient.fetchQuery(sessionQuery)
  otherTabs?.postMessage('started')
}

/** The server no longer knows the session: forgets what it gave us, and keeps the selected workspace for next time. */
export function sessionExpired(): void {
  // Set first and not removed: mounted pages read the new state from here.
  queryClient.setQueryData(sessionQuery.queryKey, null)
  const sessionQueryHash = hashKey(sessionQuery.queryKey)
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== sessionQueryHash })
}

/** Ends the session on the server and forgets everything. Throws ApiError when the server did not end it. */
export async function signOut(): Promise<void> {
  await client.accounts.signOut()
  sessionEnded()
}

/** The server has ended the session already: forgets everything, here and in the other tabs. */
export function sessionEnded(): void {
  byChoice = true
  deleteDrafts(queryClient.getQueryData(sessionQuery.queryKey)?.id ?? null)
  sessionExpired()
  storeSelectedWorkspace(null)
  otherTabs?.postMessage('ended')
}

/** Ends the session in all tabs after the account was deleted, and opens the homepage with a notice. */
export function leaveDeletedAccount(): void {
  deleteDrafts(queryClient.getQueryData(sessionQuery.queryKey)?.id ?? null)
  otherTabs?.postMessage('ended')
  clearSelectedWorkspace()
  window.location.assign('/?notice=account-deleted')
}

/** The response of a change replaces the cached profile. */
export const profileChanged = (profile: Profile): unknown => queryClient.setQueryData(sessionQuery.queryKey, profile)
export const refreshProfile = (): Promise<void> => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })

/** Stores what is named and shows it everywhere. Rejects as the call does. */
export async function updateProfile(profileChanges: UpdateProfile): Promise<Profile> {
  const savedProfile = await client.accounts.updateProfile(profileChanges)
  profileChanged(savedProfile)
  return savedProfile
}

/** First and last name, or what else we can call the person. */
export const displayName = (profile: Profile): string =>
  `${profile.first_name} ${profile.last_name}`.trim() || profile.email
