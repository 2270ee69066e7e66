import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useNavigate } from 'react-router'
import { setTheme, type Theme, useTheme } from '../../../web/theme.ts'
import { Avatar } from '../../../web/ui/avatar.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../../web/ui/menu.tsx'
import { toastError } from '../../../web/ui/toast.ts'
import { displayName, signOut, useSession } from './session.ts'

const THEMES: readonly { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'system', label: 'System', icon: <Monitor size={16} aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} aria-hidden="true" /> },
]

/** The person at the right end of the top bar: who is signed in, the theme, signing out. */
export function UserMenu() {
  const profile = useSession()
  const theme = useTheme()
  const navigate = useNavigate()
  if (!profile) return null
  const name = displayName(profile)

  const leave = async () => {
    try {
      await signOut()
      await navigate('/auth')
    } catch {
      toastError('Failed to sign out')
    }
  }

  return (
    <Menu
      className="w-60"
      trigger={
        <button
          type="button"
          aria-label={`Account menu of ${name}`}
          className="grid size-9 place-items-center rounded-full transition-colors hover:bg-hover data-popup-open:bg-pressed coarse:size-11"
        >
          <Avatar name={name} src={profile.avatar_url} />
        </button>
      }
    >
      <div className="px-2 pt-1.5 pb-2">
        <p className="truncate text-md font-semibold">{name}</p>
        {name !== profile.email && <p className="truncate text-sm text-ink-faint">{profile.email}</p>}
      </div>
      <MenuSeparator />
      <MenuRadioGroup label="Theme" value={theme} options={THEMES} onValueChange={setTheme} />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={leave}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
