import { UserRound } from 'lucide-react'
import { lazy } from 'react'
import type { RouteObject } from 'react-router'
import type { NavigationItem } from '../../../web/ui/navigation-item.ts'

export { UserMenu } from './profile/user-menu.tsx'
export {
  leftByChoice,
  loadSession,
  profileChanged,
  sessionExpired,
  signOut,
  useSession,
} from './session.ts'
export { useInstance } from './use-instance.ts'
export { useSignOut } from './use-sign-out.ts'

/** Frame of the sign-in pages. */
export const AuthFrame = lazy(async () => ({ default: (await import('./sign-in/auth-frame.tsx')).AuthFrame }))

export { ConfirmIdentityDialog } from './identity/confirm-identity-dialog.tsx'
export { useIdentityProof } from './identity/use-identity-proof.tsx'
export { askForPasskey, knowsPasskeys } from './passkeys/use-passkey.ts'

/** Shown in place of the profile when the session ends while it is open. */
export const SignedOutProfile = lazy(() => import('./sign-in/signed-out-profile.tsx'))

/** Target of the redirect after a confirmation with Google. */
export const IdentityReturn = lazy(() => import('./identity/identity-return.tsx'))

export const AddPasskeyDialog = lazy(() => import('./passkeys/add-passkey-dialog.tsx'))
export const RemovePasskeyDialog = lazy(() => import('./passkeys/remove-passkey-dialog.tsx'))
export const TwoFactorSetUpDialog = lazy(() => import('./two-factor/two-factor-set-up-dialog.tsx'))

/** Confirms the identity and disconnects Google. */
export const GoogleDisconnectDialog = lazy(() => import('./google/google-disconnect-dialog.tsx'))

/** Asks for the acceptance of the current terms. */
export const TermsNotice = lazy(() => import('./terms/terms-notice.tsx'))

/** The first tab of the profile page. */
export const AccountTab = lazy(() => import('./profile/account-tab.tsx'))

export const navigation: NavigationItem[] = [
  { label: 'Profile', to: '/profile', icon: UserRound, group: 'Settings', order: 0 },
]

/** Pages that need no session. */
export const publicRoutes: RouteObject[] = [
  { path: '/auth', lazy: () => import('./sign-in/auth-page.tsx') },
  { path: '/auth/reset-password', lazy: () => import('./sign-in/reset-password-page.tsx') },
  { path: '/auth/verify', lazy: () => import('./verify-page.tsx') },
  { path: '/auth/confirm-email', lazy: () => import('./confirm-email-page.tsx') },
  { path: '/auth/not-me', lazy: () => import('./not-me-page.tsx') },
]
