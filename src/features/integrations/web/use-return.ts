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
  const returnError = params.get('error')
  const connectedId = params.get('connected')
  useEffect(() => {
    if (returnError !== null) {
      toast({ title: 'Integration Error', message: 'An error occurred during integration', destructive: true })
      navigate(INTEGRATIONS_PATH, { replace: true })
    } else if (connectedId !== null) {
      if (isId(connectedId)) followSync({ id: connectedId })
      navigate(`${INTEGRATIONS_PATH}?tab=connected`, { replace: true })
    }
  }, [returnError, connectedId, navigate])
}
