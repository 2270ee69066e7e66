import { LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { setTheme, type Theme, useTheme } from '../../../../web/browser/theme.ts'
import { Avatar } from '../../../../web/ui/avatar.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../../../web/ui/menu.tsx'
import { displayName, useSession } from '../session.ts'
import { useSignOut } from '../use-sign-out.ts'

const THEMES: readonly { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'system', label: 'System', icon: <Monitor size={16} aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} aria-hidden="true" /> },
]

/** The person at the right end of the top bar: who is signed in, the theme, signing out. */
export function UserMenu() {
  const profile = useSession()
  const theme = useTheme()
  const navigate = useNavigate()
  const leave = useSignOut()
  if (!profile) return null
  const name = displayName(profile)

  return (
    <Menu
      className="w-60"
      trigger={
        <button
          type="button"
          className="grid size-9 shrink-0 place-items-center rounded-full transition-colors hover:bg-hover aria-expanded:bg-pressed coarse:size-11"
        >
          <Avatar name={name} src={profile.avatar_url} />
          <span className="sr-only">Account menu of {name}</span>
        </button>
      }
    >
      <div className="px-2 pt-1.5 pb-2">
        <p className="truncate text-md font-semibold">{name}</p>
        {name !== profile.email && <p className="truncate text-sm text-ink-faint">{profile.email}</p>}
      </div>
      <MenuSeparator />
      <MenuItem icon={<UserRound size={16} aria-hidden="true" />} onSelect={() => void navigate('/profile')}>
        Profile
      </MenuItem>
      <MenuItem icon={<Settings size={16} aria-hidden="true" />} onSelect={() => void navigate('/settings')}>
        Settings
      </MenuItem>
      <MenuSeparator />
      <MenuRadioGroup label="Theme" value={theme} options={THEMES} onValueChange={setTheme} />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={leave}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
