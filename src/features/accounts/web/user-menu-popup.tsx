import { LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useNavigate } from 'react-router'
import { setTheme, type Theme, useTheme } from '../../../web/theme.ts'
import { AnchoredMenu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../../web/ui/menu.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import type { Profile } from '../contract.ts'
import { displayName, signOut } from './session.ts'

const THEMES: readonly { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'system', label: 'System', icon: <Monitor size={16} aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} aria-hidden="true" /> },
]

export interface UserMenuPopupProps {
  profile: Profile
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLButtonElement | null>
}

/** Who is signed in, the theme, signing out. */
export default function UserMenuPopup({ profile, ...menu }: UserMenuPopupProps) {
  const theme = useTheme()
  const navigate = useNavigate()
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
    <AnchoredMenu {...menu} className="w-60">
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
    </AnchoredMenu>
  )
}
