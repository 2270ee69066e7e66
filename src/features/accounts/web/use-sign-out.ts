import { useNavigate } from 'react-router'
import { toastError } from '../../../web/ui/toast.tsx'
import { signOut } from './session.ts'

/** Returns a function that signs out and opens the sign-in page; a failure is shown. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    try {
      await signOut()
      await navigate('/auth')
    } catch {
      toastError('Failed to sign out')
    }
  }
}
