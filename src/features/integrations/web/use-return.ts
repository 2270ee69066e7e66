import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isId } from '../../../kernel/ids.ts'
import { toast } from '../../../web/ui/toast.tsx'
import { INTEGRATIONS_PATH } from '../contract.ts'
import { followSync } from './followed-syncs.ts'

/** Handles the return from a provider: shows the failure, or follows the import that started. */
export function useReturn(): void {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const error = params.get('error')
  const connected = params.get('connected')
  useEffect(() => {
    if (error !== null) {
      toast({ title: 'Integration Error', message: 'An error occurred during integration', destructive: true })
      navigate(INTEGRATIONS_PATH, { replace: true })
    } else if (connected !== null) {
      if (isId(connected)) followSync({ id: connected })
      navigate(`${INTEGRATIONS_PATH}?tab=connected`, { replace: true })
    }
  }, [error, connected, navigate])
}
