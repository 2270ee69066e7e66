import { useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../../web/api/api.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import type { Passkey, Profile } from '../../contract.ts'
import { useInstance } from '../use-instance.ts'
import { knowsPasskeys } from './use-passkey.ts'

const AddDialog = lazy(() => import('./add-passkey-dialog.tsx'))
const RenameDialog = lazy(() => import('./rename-passkey-dialog.tsx'))
const RemoveDialog = lazy(() => import('./remove-passkey-dialog.tsx'))

type Step = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

/** The person's passkeys. Absent where the instance cannot offer any. */
export function PasskeysCard({ profile }: { profile: Profile }) {
  return useInstance()?.passkeys || profile.passkey_count > 0 ? <Passkeys /> : null
}

function Passkeys() {
  const passkeys = useQuery(api.accounts.passkeys.list.queryOptions())
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  const canAdd = knowsPasskeys()
  return (
    <Card
      title="Passkeys"
      description={
        canAdd
          ? 'Sign in with your fingerprint, your face or the PIN of your device, without a password or a code.'
          : 'This browser does not support passkeys. You can add one in another browser.'
      }
      padded={false}
      actions={
        canAdd && (
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setStep({ name: 'add' })}>
            Add a passkey
          </Button>
        )
      }
    >
      <div className="mt-3 border-t border-line">
        {passkeys.isError && !passkeys.data ? (
          <QueryError title="Your passkeys could not be loaded" query={passkeys} />
        ) : !passkeys.data ? (
          <SkeletonRows rows={1} />
        ) : passkeys.data.items.length === 0 ? (
          <p className="px-5 py-4 text-md text-ink-faint">No passkeys yet.</p>
        ) : (
          <ul aria-label="Passkeys" className="divide-y divide-line">
            {passkeys.data.items.map((passkey) => (
              <li key={passkey.id} className="flex min-h-15 items-center gap-3.5 px-5 py-2.5">
                <KeyRound size={18} aria-hidden="true" className="shrink-0 text-ink-faint" />
                <div className="min-w-0 flex-1">
                  <p className="truncate text-md font-medium">{passkey.name}</p>
                  <p className="truncate text-sm text-ink-faint">
                    Added {formatDistanceToNow(new Date(passkey.created_at))} ago
                  </p>
                </div>
                <IconButton
                  label={`Rename ${passkey.name}`}
                  tooltip={false}
                  icon={<Pencil size={16} />}
                  onClick={() => setStep({ name: 'rename', passkey })}
                />
                <IconButton
                  variant="danger-ghost"
                  label={`Remove ${passkey.name}`}
                  tooltip={false}
                  icon={<Trash2 size={16} />}
                  onClick={() => setStep({ name: 'remove', passkey })}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Suspense>
        {step?.name === 'add' && <AddDialog onClose={close} />}
        {step?.name === 'rename' && <RenameDialog passkey={step.passkey} onClose={close} />}
        {step?.name === 'remove' && <RemoveDialog passkey={step.passkey} onClose={close} />}
      </Suspense>
    </Card>
  )
}
