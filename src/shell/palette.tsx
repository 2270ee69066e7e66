import { BookOpenText, Check, ExternalLink, Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useWorkspace } from '../features/workspaces/web/index.ts'
import { Avatar } from '../web/ui/avatar.tsx'
import { CommandPalette } from '../web/ui/command-palette.tsx'
import type { Option } from '../web/ui/option-list.tsx'
import { navigationFor } from './navigation-for.ts'
import { recentCommands, rememberCommand } from './recent-commands.ts'
import { useFound } from './use-found.tsx'

/**
 * The command palette (⌘K): find FAQs, questions, sources and people, go to a page, create a FAQ, switch the workspace.
 */
export default function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { workspaces, workspace, current, can, selectWorkspace } = useWorkspace()
  const navigate = useNavigate()
  const { items, sections } = navigationFor(can('workspace.settings'))
  const [typed, setTyped] = useState('')
  const { found, isSearching } = useFound(open ? typed : '')
  const all: Option[] = [
    ...items.map((item) => ({
      id: item.to,
      label: item.label,
      keywords: item.keywords,
      group: 'Go to',
      icon: <item.icon size={16} aria-hidden="true" />,
      onSelect: () => void navigate(item.to),
    })),
    ...sections.map(({ label, to, parent }) => {
      const above = items.find((item) => item.to === parent)
      return {
        id: `section-${to}`,
        label,
        keywords: above?.label,
        group: 'Go to',
        icon: above && <above.icon size={16} aria-hidden="true" />,
        onSelect: () => void navigate(to),
      }
    }),
    ...present(
      workspace &&
        can('faq.write') &&
        items.some((item) => item.to === '/pages') && {
          id: 'create-faq',
          label: 'Create FAQ',
          keywords: 'new add question answer',
          group: 'Actions',
          icon: <Plus size={16} aria-hidden="true" />,
          onSelect: () => void navigate('/pages?create=1'),
        },
    ),
    ...present(
      current && {
        id: 'open-page',
        label: 'Open the public FAQ page',
        keywords: 'visit view live',
        group: 'Actions',
        icon: <ExternalLink size={16} aria-hidden="true" />,
        onSelect: () => void window.open(current.public_url, '_blank', 'noopener'),
      },
    ),
    ...present(
      can('member.manage') && {
        id: 'invite',
        label: 'Invite a person',
        keywords: 'team member add',
        group: 'Actions',
        icon: <UserPlus size={16} aria-hidden="true" />,
        onSelect: () => void navigate('/profile?tab=team'),
      },
    ),
    {
      id: 'docs',
      label: 'Open the documentation',
      keywords: 'help guides docs api',
      group: 'Actions',
      icon: <BookOpenText size={16} aria-hidden="true" />,
      onSelect: () => void window.open('/docs', '_blank', 'noopener'),
    },
    ...workspaces.map((item) => ({
      id: item.id,
      label: item.name,
      keywords: `workspace switch ${item.subdomain}`,
      group: 'Switch workspace',
      icon: <Avatar name={item.name} src={item.logo_url} size="sm" shape="square" />,
      end: item.id === workspace?.id && <Check size={16} className="text-accent-ink" aria-label="Selected" />,
      onSelect: () => item.id !== workspace?.id && selectWorkspace(item.id),
    })),
    {
      id: 'create-workspace',
      label: 'Create workspace',
      keywords: 'new add',
      group: 'Switch workspace',
      icon: <Plus size={16} aria-hidden="true" />,
      onSelect: () => void navigate('/workspace-setup'),
    },
  ]
  const remembered = all.map((command) => ({
    ...command,
    onSelect: () => {
      rememberCommand(command.id)
      command.onSelect()
    },
  }))
  const recent = recentCommands().flatMap((id) => {
    const command = remembered.find((other) => other.id === id)
    return command ? [{ ...command, id: `recent-${id}`, group: 'Recent' }] : []
  })
  return (
    <CommandPalette
      open={open}
      onOpenChange={(next) => {
        // The field is empty when it opens again.
        setTyped('')
        onOpenChange(next)
      }}
      // Once something is typed, each command is listed once.
      commands={typed ? remembered : [...recent, ...remembered]}
      found={found}
      isSearching={isSearching}
      onQueryChange={setTyped}
    />
  )
}

/** A command that only some people have, as a list. */
const present = (command: Option | false | null | undefined): Option[] => (command ? [command] : [])
