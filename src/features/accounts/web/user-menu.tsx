import { lazy, Suspense, useRef, useState } from 'react'
import { Avatar } from '../../../web/ui/avatar.tsx'
import { useOnceTrue } from '../../../web/ui/use-once-true.ts'
import { displayName, useSession } from './session.ts'

const loadPopup = () => import('./user-menu-popup.tsx')
const UserMenuPopup = lazy(loadPopup)

/** The person at the right end of the top bar. */
export function UserMenu() {
  const profile = useSession()
  const [open, setOpen] = useState(false)
  const wanted = useOnceTrue(open)
  const button = useRef<HTMLButtonElement>(null)
  if (!profile) return null
  const name = displayName(profile)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={loadPopup}
        onClick={() => setOpen(!open)}
        className="grid size-9 shrink-0 place-items-center rounded-full transition-colors hover:bg-hover aria-expanded:bg-pressed coarse:size-11"
      >
        <Avatar name={name} src={profile.avatar_url} />
        <span className="sr-only">Account menu of {name}</span>
      </button>
      <Suspense>
        {wanted && <UserMenuPopup profile={profile} open={open} onOpenChange={setOpen} anchor={button} />}
      </Suspense>
    </>
  )
}
